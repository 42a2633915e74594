import { sql } from 'kysely'
import { held, left, said } from '#backend/held.ts'
import { openPress } from './kept-press.ts'
import { labelOf } from './words.ts'

/** What the tables of devices and holds say of a member. */
export const holdHeld = [
  held({
    table: 'device',
    by: 'account_id',
    title: 'お使いの端末',
    kept: {
      for: 'account',
      past: {
        // Longer than a browser keeps what names it.
        words: '最後のログインから400日',
        when: ({ now }) => sql`last_seen_at < ${now.subtract({ hours: 24 * 400 })}`,
      },
    },
    columns: {
      account_id: left.key,
      device_hash: left.secret,
      first_seen_at: 'はじめてのログイン',
      last_seen_at: '最後のログイン',
      known_from: 'いつもの端末とみなす日時',
    },
  }),
  held({
    table: 'kept_press',
    by: 'account_id',
    title: '本人の確認を待つ手続き',
    kept: {
      for: 'account',
      past: { words: '送信から1日以内', when: ({ now }) => sql`kept_until < ${now}` },
    },
    columns: {
      account_id: left.key,
      device_hash: left.internal,
      press_sealed: {
        title: '送信の内容',
        show: (row, sealing) =>
          openPress(sealing, row.account_id, row.press_sealed)
            .fields.map(({ name, value }) => `${name}=${value}`)
            .join('、'),
      },
      kept_until: '期限',
    },
  }),
  held({
    table: 'hold',
    by: 'account_id',
    title: '安全のための保留',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      hold_no: left.internal,
      contract_id: left.key,
      order_no: '受付番号',
      operation: { title: '手続き', show: ({ operation }) => labelOf(operation) },
      session_hash: left.secret,
      state: said('状態', 'state', {
        held: '保留中',
        released: '進んだ',
        stopped: '止めた',
        withdrawn: '取りやめた',
      }),
      stop_hash: left.secret,
      held_at: '受付日時',
      until: '手続きが進む日時',
      decided_at: '終わった日時',
    },
  }),
]
