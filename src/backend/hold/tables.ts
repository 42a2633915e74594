import { sql } from 'kysely'
import { column, internal, key, ofAccount, said, sealed, secret, table } from '#backend/table.ts'
import type { HoldState } from '#domain/hold/hold-states.ts'
import type { OrderedOperation } from '#vocabulary/operation.ts'
import { holdStateWords } from '#vocabulary/states/hold.ts'
import { parsePress, pressAad } from './saved-press.ts'
import { labelOf } from './words.ts'

/** What the tables of devices and holds say of a member. */

export const holdTables = [
  /** What was sent without the proof it takes, for the browser it came from: sent again once the proof is there. */
  table(
    'kept_press',
    ofAccount('本人の確認を待つ手続き', 'account', {
      earlier: { words: '送信から1日以内', when: ({ now }) => sql`kept_until < ${now}` },
    }),
    {
      device_hash: internal<string>(),
      press_sealed: sealed<string, { account_id: string }>({
        aad: (row) => pressAad(row.account_id),
        title: '送信の内容',
        show: (plain) =>
          parsePress(plain)
            .fields.map(({ name, value }) => `${name}=${value}`)
            .join('、'),
      }),
      kept_until: column<Temporal.Instant>('期限'),
    },
  ),
  /** A change that follows a login from a new device, or that staff asked for on behalf, waits: the member can stop it. One that is `watched` goes on, and can be stopped. */
  table('hold', ofAccount('安全のための保留', 'account'), {
    hold_no: internal<string>(),
    /** Null for a change of the profile. */
    contract_id: key<string | null>(),
    order_no: column<string>('受付番号'),
    operation: column<OrderedOperation | 'profileEdit'>({ title: '手続き', show: labelOf }),
    session_hash: secret<string>(),
    state: column<HoldState>(said('状態', holdStateWords)),
    /** Of the link in the message to the contacts. */
    stop_hash: secret<string>(),
    held_at: column<Temporal.Instant>('受付日時'),
    until: column<Temporal.Instant>('手続きが進む日時'),
    decided_at: column<Temporal.Instant | null>('終わった日時'),
    /** Who of the staff asked for it on behalf, and in which case; null where the member did. */
    staff_id: internal<string | null>(),
    case_no: column<string | null>('お問い合わせ番号'),
    /** The second person. */
    confirmed_by: internal<string | null>(),
    confirmed_at: column<Temporal.Instant | null>('別の担当者が確認した日時'),
  }),
]
