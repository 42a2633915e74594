import { sql } from 'kysely'
import { contractIsOver } from '#backend/contract-over.ts'
import { column, key, ofContract, secret, table } from '#backend/table.ts'

export const widgetTables = [
  /** Anybody who has the address reads how much data is left; the address itself is stored nowhere. */
  table(
    'widget',
    ofContract('ウィジェット', 'settings', {
      earlier: {
        words: 'ご契約が終わったとき、または消したとき',
        when: () => sql`
          exists (select from contract c where c.contract_id = widget.contract_id and ${contractIsOver})`,
      },
    }),
    {
      widget_id: key<string>(),
      secret_hash: secret<string>(),
      /** How the address begins, by which the member tells it from others. */
      prefix: column<string>('アドレスのはじめ'),
      name: column<string>('名前'),
      made_at: column<Temporal.Instant>('作成日時'),
      last_read_at: column<Temporal.Instant | null>('最後に読まれた日時'),
    },
  ),
]
