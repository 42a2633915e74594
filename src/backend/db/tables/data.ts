import type { Generated } from 'kysely'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import type { ExchangeState } from '#backend/db/tables/order.ts'

export type DataTables = {
  high_speed_change: {
    contract_id: string
    line_id: string
    change_id: string
    turned_on: boolean
    actor: 'member' | 'staff' | 'system' | 'carrier'
    account_id: string | null
    reason: string
    changed_at: Temporal.Instant
    carrier_state: ExchangeState
    carrier_answered_at: Temporal.Instant | null
  }
  data_bucket: {
    contract_id: string
    bucket_id: string
    kind: 'base' | 'carry' | 'topup' | 'topup_no_carry' | 'gift' | 'bonus'
    base_month: TokyoMonth | null
    granted_bytes: number
    remaining_bytes: number
    granted_at: Temporal.Instant
    expires_at: Temporal.Instant
  }
  data_entry: {
    contract_id: string
    entry_id: string
    bucket_id: string
    line_id: string | null
    kind: 'grant' | 'use' | 'adjust' | 'expire' | 'transfer'
    bytes: number
    occurred_at: Temporal.Instant
    recorded_at: Temporal.Instant
    source_ref: string
  }
  usage_record: {
    contract_id: string
    line_id: string
    from_at: Temporal.Instant
    to_at: Temporal.Instant
    record_id: string
    revision: number
    high_bytes: number
    low_bytes: number
    uncovered_bytes: Generated<number>
    received_at: Temporal.Instant
  }
  usage_day: {
    contract_id: string
    line_id: string
    day: TokyoDate
    high_bytes: number
    low_bytes: number
    as_of: Temporal.Instant
  }
  import_cursor: { source: string; cursor: string; imported_at: Temporal.Instant }
}
