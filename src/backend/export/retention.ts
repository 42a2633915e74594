import { sql } from 'kysely'
import { held, left, said } from '#backend/held.ts'

export const exportStateLabels = {
  gathering: '準備中',
  ready: 'ダウンロードできます',
  failed: '作成できませんでした',
} as const

const pastExport = { words: '作成から7日' }

export const exportHeld = [
  held({
    table: 'member_export',
    by: 'account_id',
    title: '情報の持ち出し',
    kept: {
      for: 'account',
      past: { ...pastExport, when: ({ now }) => sql`expires_at < ${now}` },
    },
    columns: {
      account_id: left.key,
      export_id: left.key,
      state: said('状態', 'state', exportStateLabels),
      whole_numbers: '相手先の番号をすべて含む',
      tables: left.internal,
      tables_done: left.internal,
      after: left.internal,
      pieces: left.internal,
      rows_gathered: '件数',
      requested_at: '依頼日時',
      ready_at: 'できあがった日時',
      expires_at: '消去する日時',
    },
  }),
  held({
    table: 'member_export_piece',
    by: 'account_id',
    title: '持ち出すファイルの中身',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      export_id: left.key,
      position: left.internal,
      table_name: left.internal,
      file_name: left.internal,
      // The content of all the other tables once more.
      piece_sealed: left.internal,
    },
  }),
  held({
    table: 'account_deletion',
    by: 'account_id',
    title: 'アカウントの削除の依頼',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      requested_at: '依頼日時',
      due_at: '削除する日時',
      withdrawn_at: '取り消した日時',
    },
  }),
]
