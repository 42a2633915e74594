import { column, ofContract, sealed, secret, table } from '#backend/table.ts'
import { calendarAad } from './rows.ts'

export const deadlineTables = [
  /** The secret address under which the member's dates can be read as a calendar. */
  table('calendar_link', ofContract('カレンダーの購読', 'settings'), {
    secret_hash: secret<string>(),
    // Anybody who has the address can read the dates.
    secret_sealed: sealed<string, { contract_id: string }>({
      aad: (row) => calendarAad(row.contract_id),
      omit: 'secret',
    }),
    created_at: column<Temporal.Instant>('作成日時'),
    last_read_at: column<Temporal.Instant | null>('最後に読まれた日時'),
  }),
]
