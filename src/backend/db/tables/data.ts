import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'
import type { CarrierSpeed } from '#backend/db/tables/contract.ts'
import type { ExchangeState } from '#backend/db/tables/order.ts'

export type BucketJson = {
  bucketId: string
  kind: DataTables['data_bucket']['kind']
  grantedBytes: number
  remainingBytes: number
  grantedAt: string
  expiresAt: string
}

export type DataTables = {
  /** What a member was told when something was bought. */
  receipt: {
    contract_id: string
    order_no: string
    details: JSONColumnType<Record<string, unknown>>
    issued_at: Temporal.Instant
  }
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
    sequence: GeneratedAlways<number>
  }
  speed_decision: {
    contract_id: string
    line_id: string
    decision_id: string
    speed: CarrierSpeed
    decided_at: Temporal.Instant
    carrier_state: ExchangeState
    carrier_answered_at: Temporal.Instant | null
    sequence: GeneratedAlways<number>
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
    position: number
    bucket_id: string
    line_id: string | null
    kind: 'grant' | 'use' | 'adjust' | 'expire' | 'transfer'
    bytes: number
    occurred_at: Temporal.Instant
    recorded_at: Temporal.Instant
    /** When its bucket is over: entries are kept by the month of it. */
    ends_at: Temporal.Instant
    source: string
    /** How often the source has spoken of the bucket. */
    number: number
  }
  data_ledger: {
    contract_id: string
    /** Of the last entry. */
    position: number
    recorded_at: Temporal.Instant
    /** The latest moment that an entry is about. */
    latest_at: Temporal.Instant
  }
  data_opening: {
    contract_id: string
    at: Temporal.Instant
    buckets: JSONColumnType<BucketJson[]>
  }
  ledger_due: {
    contract_id: string
    due_id: string | null
    since: Temporal.Instant
    /** These four only for a record that came in for the first time. */
    line_id: string | null
    record_id: string | null
    bytes: number | null
    received_at: Temporal.Instant | null
  }
  /** One row: the moment up to which the calendar's look has seen every contract. */
  calendar_look: {
    singleton: Generated<boolean>
    through: Temporal.Instant
  }
  /** Contracts that have changed since then. */
  calendar_note: {
    contract_id: string
  }
  month_turn: {
    month: TokyoMonth
    began_at: Temporal.Instant
    finished_at: Temporal.Instant | null
    contracts_done: Generated<number>
  }
  month_turn_part: {
    month: TokyoMonth
    from_id: string
    until_id: string | null
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
  /** A view: the days that are written, and the sums of the records of the others. */
  usage_by_day: {
    contract_id: string
    line_id: string
    day: TokyoDate
    high_bytes: number
    low_bytes: number
  }
  /** One row: days before `before` are written in usage_day, those before `writing` are being written. */
  usage_day_end: {
    singleton: Generated<boolean>
    before: TokyoDate
    writing: TokyoDate
  }
  usage_uncovered: {
    contract_id: string
    line_id: string
    day: TokyoDate
    uncovered_bytes: number
  }
  usage_stray: {
    line_ref: string
    from_at: Temporal.Instant
    to_at: Temporal.Instant
    record_id: string
    revision: number
    high_bytes: number
    low_bytes: number
    received_at: Temporal.Instant
  }
  usage_late: {
    line_ref: string
    from_at: Temporal.Instant
    to_at: Temporal.Instant
    record_id: string
    revision: number
    high_bytes: number
    low_bytes: number
    received_at: Temporal.Instant
  }
  usage_finding: {
    contract_id: string
    line_id: string
    month: TokyoMonth
    carrier_high_bytes: number
    carrier_low_bytes: number
    our_high_bytes: number
    our_low_bytes: number
    found_at: Temporal.Instant
    resolved_at: Temporal.Instant | null
  }
  import_cursor: {
    source: string
    cursor: string
    through: Temporal.Instant | null
    imported_at: Temporal.Instant
  }
}
