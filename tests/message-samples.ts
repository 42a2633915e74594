import type { OrderRow } from '#backend/contract/orders.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { instant } from '#domain/tokyo.ts'

export const now = instant('2026-11-20T10:00:00+09:00')
export const accountId = 'acc_1'
export const lines = '番号の末尾が1001の回線'

/** One message for each key of a table. */
export function each<Key extends string>(
  table: Record<Key, unknown>,
  write: (key: Key) => MemberMessage,
): MemberMessage[] {
  const keys = Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key))
  return keys.map(write)
}

export const order = (changes: Partial<OrderRow>): OrderRow => ({
  contract_id: 'ctr_1',
  order_no: 'A-TEST-0000-0001',
  line_id: 'line_1',
  held_until: null,
  procedure: 'simReissue',
  state: 'ordered',
  details: {},
  requested_at: instant('2026-11-19T18:30:00+09:00'),
  changed_at: now,
  closed_at: null,
  effective_on: null,
  undo_until: null,
  expected_on: null,
  version: 1,
  ...changes,
})
