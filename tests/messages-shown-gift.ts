import { giftMessage } from '#backend/gift/messages.ts'
import type { GiftRow } from '#backend/gift/rows.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant } from '#domain/tokyo.ts'
import { accountId, each } from './message-samples.ts'

const row: GiftRow = {
  contract_id: 'ctr_1',
  gift_id: 'gift_1',
  state: 'open',
  bytes: 300_000_000,
  holder_account_id: accountId,
  line_id: null,
  nickname_sealed: '',
  code_index: '',
  code_sealed: '',
  to_contract_id: null,
  taken_contract_id: null,
  given_at: instant('2026-11-28T10:00:00+09:00'),
  expires_at: instant('2026-12-06T00:00:00+09:00'),
  taken_at: null,
  ended_at: null,
  changed_at: instant('2026-11-28T10:00:00+09:00'),
}
const facts = {
  parts: [{ bytes: megabytes(300), endsAt: instant('2027-01-01T00:00:00+09:00') }],
  nickname: '蓮',
}

export const giftShown = {
  giftMessage: [
    giftMessage('given', { accountId, row, facts }),
    giftMessage('given', { accountId, row, facts: { ...facts, line: '「蓮」の回線' } }),
    ...each({ offered: true, taken: true, received: true } as const, (occasion) =>
      giftMessage(occasion, { accountId, row: { ...row, to_contract_id: 'ctr_2' }, facts }),
    ),
    giftMessage('expired', { accountId, row, facts: undefined }),
  ],
}
