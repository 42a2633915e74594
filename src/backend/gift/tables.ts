import { column, internal, ofContract, said, sealed, secret, table } from '#backend/table.ts'
import { giftStateWords } from '#vocabulary/states/gift.ts'
import { codeAad, nicknameAad } from './rows.ts'

export const giftTables = [
  /** Data given to another contract; the row is the giver's. */
  table('gift', ofContract('贈ったデータ', 'usage'), {
    gift_id: column<string>('ギフトの識別子'),
    state: column<string>(said('状態', giftStateWords)),
    bytes: column<number>('量（バイト）'),
    holder_account_id: internal<string>(),
    line_id: column<string | null>('贈った回線の識別子'),
    nickname_sealed: sealed<string, { gift_id: string }>({
      aad: (row) => nicknameAad(row.gift_id),
      title: 'お相手に見せた名前',
    }),
    code_index: secret<string | null>(),
    code_sealed: sealed<string | null, { gift_id: string }>({
      aad: (row) => codeAad(row.gift_id),
      omit: 'secret',
    }),
    // Whose the other contract is, is the other's.
    to_contract_id: internal<string | null>(),
    taken_contract_id: internal<string | null>(),
    given_at: column<Temporal.Instant>('贈った日時'),
    expires_at: column<Temporal.Instant>('受け取りの期限'),
    taken_at: column<Temporal.Instant | null>('受け取られた日時'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
  }),
]
