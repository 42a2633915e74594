import { type Generated, sql } from 'kysely'
import { column, internal, key, ofAccount, said, sealed, table } from '#backend/table.ts'
import { memberExportStateWords } from '#vocabulary/states/member-export.ts'
import { pieceAad } from './rows.ts'

const pastExport = { words: '作成から7日' }

export const exportTables = [
  /** All that is stored about a member, gathered by a job in pieces; the file is made of them while it is read. */
  table(
    'member_export',
    ofAccount('情報の持ち出し', 'account', {
      earlier: { ...pastExport, when: ({ now }) => sql`expires_at < ${now}` },
    }),
    {
      export_id: key<string>(),
      state: column<'gathering' | 'ready' | 'failed'>(said('状態', memberExportStateWords)),
      whole_numbers: column<boolean>('相手先の番号をすべて含む'),
      /**
       * In the order in which they are gathered, how many are done, and where the next page of the one at hand begins.
       */
      tables: internal<string[]>(),
      tables_done: internal<Generated<number>>(),
      after: internal<string | null>(),
      pieces: internal<Generated<number>>(),
      rows_gathered: column<Generated<number>>('件数'),
      requested_at: column<Temporal.Instant>('依頼日時'),
      ready_at: column<Temporal.Instant | null>('できあがった日時'),
      expires_at: column<Temporal.Instant>('消去する日時'),
    },
  ),
  table('member_export_piece', ofAccount('持ち出すファイルの中身', 'account'), {
    export_id: key<string>(),
    position: internal<number>(),
    table_name: internal<string>(),
    file_name: internal<string | null>(),
    // The same as all the other tables say.
    piece_sealed: sealed<string, { export_id: string; position: number }>({
      aad: (row) => pieceAad(row.export_id, row.position),
      omit: 'internal',
    }),
  }),
  table('account_deletion', ofAccount('アカウントの削除の依頼', 'account'), {
    requested_at: column<Temporal.Instant>('依頼日時'),
    due_at: column<Temporal.Instant>('削除する日時'),
    withdrawn_at: column<Temporal.Instant | null>('取り消した日時'),
  }),
]
