import { sql } from 'kysely'
import { column, internal, ofContract, secret, table } from '#backend/table.ts'

export const portOutTables = [
  /** What the receiving carrier's token stood for when the member looked at it. */
  table(
    'one_stop_handoff',
    ofContract('転出先からの依頼', 'settings', {
      earlier: {
        words: '使われなかったときは期限から1日',
        when: ({ now }) => sql`order_no is null and expires_at < ${now.subtract({ hours: 24 })}`,
      },
    }),
    {
      /** The token is used once; it lies sealed in the exchange only. */
      token_hash: secret<string>(),
      line_id: column<string>('回線の識別子'),
      return_url: internal<string>(),
      receiver_name: column<string>('転出先'),
      expires_at: column<Temporal.Instant>('期限'),
      /** Set when the member has consented: a token is good for one consent. */
      order_no: column<string | null>('手続きの受付番号'),
      seen_at: column<Temporal.Instant>('開いた日時'),
    },
  ),
]
