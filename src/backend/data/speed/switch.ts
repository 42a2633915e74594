import { changeLine } from '#backend/contract/change.ts'
import { askOfLine } from '#backend/carrier/exchange.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'

export type SwitchWish = {
  readonly line: Pick<LineRow, 'contract_id' | 'line_id' | 'carrier_ref'>
  readonly on: boolean
  readonly reason: string
}

/**
 * Turns a line's high speed on or off: the wish, its history row and the exchange exist together. Whether it may be
 * changed now is the caller's question. `change_id` is the exchange's id; the answer finds its row by it.
 */
export async function requestHighSpeed(tx: Db, queue: JobQueue, by: By, wish: SwitchWish) {
  const changeId = newId('hsc')
  const { line } = wish
  const { now } = by
  const key = { contractId: line.contract_id, lineId: line.line_id }
  const change = { high_speed_on: wish.on, high_speed_changed_at: now }
  await changeLine(tx, key, change, by)
  await tx
    .insertInto('high_speed_change')
    .values({
      contract_id: line.contract_id,
      line_id: line.line_id,
      change_id: changeId,
      turned_on: wish.on,
      actor: by.actor,
      account_id: by.accountId ?? null,
      reason: wish.reason,
      changed_at: now,
      carrier_state: 'requested',
    })
    .execute()
  const request = { type: 'command', command: 'high-speed', body: { on: wish.on } } as const
  await askOfLine(tx, queue, line, request, { exchangeId: changeId, now })
  return changeId
}
