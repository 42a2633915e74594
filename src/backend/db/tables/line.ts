import type { CallKind, FlatRate } from '#vocabulary/call.ts'
import type { TaxBasis } from '#vocabulary/price.ts'
import type { ExchangeState } from '#backend/db/tables/order.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

export type LineTables = {
  call_record: {
    contract_id: string
    line_id: string
    record_id: string
    kind: CallKind
    started_at: Temporal.Instant
    duration_seconds: number | null
    characters: number | null
    to_masked: string
    units: number
    free_seconds: number
    figure_key: string
    rate_valid_from: TokyoDate
    unit_tenths_yen: number
    amount_tenths_yen: number
    tax: TaxBasis
    received_at: Temporal.Instant
    revision: number
    superseded_at: Temporal.Instant | null
    flat_rate: FlatRate | null
    to_sealed: string | null
  }
  call_stray: {
    line_ref: string
    record_id: string
    revision: number
    record_sealed: string
    received_at: Temporal.Instant
  }
  call_fault: {
    line_ref: string
    record_id: string
    revision: number
    reason: string
    fact: string
    record_sealed: string
    failed_at: Temporal.Instant
    resolved_at: Temporal.Instant | null
  }
  malware_block_change: {
    contract_id: string
    line_id: string
    change_id: string
    turned_on: boolean
    account_id: string
    changed_at: Temporal.Instant
    carrier_state: ExchangeState
    carrier_answered_at: Temporal.Instant | null
  }
  line_device: {
    contract_id: string
    line_id: string
    device_id: string
    maker: string
    name: string
    imei_sealed: string
    first_seen_on: TokyoDate
    last_seen_at: Temporal.Instant
  }
}
