import { held, left } from '#backend/held.ts'

export const deadlineHeld = [
  held({
    table: 'calendar_link',
    by: 'contract_id',
    title: 'カレンダーの購読',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      secret_hash: left.secret,
      // Anybody who has the address can read the dates.
      secret_sealed: left.secret,
      created_at: '作成日時',
      last_read_at: '最後に読まれた日時',
    },
  }),
]
