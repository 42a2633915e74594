import type { Generated } from 'kysely'

export type ExportTables = {
  member_export: {
    account_id: string
    export_id: string
    state: 'gathering' | 'ready' | 'failed'
    whole_numbers: boolean
    tables: string[]
    tables_done: Generated<number>
    after: string | null
    pieces: Generated<number>
    rows_gathered: Generated<number>
    requested_at: Temporal.Instant
    ready_at: Temporal.Instant | null
    expires_at: Temporal.Instant
  }
  member_export_piece: {
    account_id: string
    export_id: string
    position: number
    table_name: string
    file_name: string | null
    piece_sealed: string
  }
  account_deletion: {
    account_id: string
    requested_at: Temporal.Instant
    due_at: Temporal.Instant
    withdrawn_at: Temporal.Instant | null
  }
}
