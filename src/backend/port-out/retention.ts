import { sql } from 'kysely'
import { held, left } from '#backend/held.ts'

export const portOutHeld = [
  held({
    table: 'one_stop_handoff',
    by: 'contract_id',
    title: '転出先からの依頼',
    kept: {
      for: 'settings',
      past: {
        words: '使われなかったときは期限から1日',
        when: ({ now }) => sql`order_no is null and expires_at < ${now.subtract({ hours: 24 })}`,
      },
    },
    columns: {
      contract_id: left.key,
      token_hash: left.secret,
      line_id: '回線の識別子',
      return_url: left.internal,
      receiver_name: '転出先',
      expires_at: '期限',
      order_no: '手続きの受付番号',
      seen_at: '開いた日時',
    },
  }),
]
