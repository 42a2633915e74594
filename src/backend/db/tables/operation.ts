import type { Generated, JSONColumnType } from 'kysely'
import type { KeptFor } from '#domain/account/kept-for.ts'

export type OperationTables = {
  clock_setting: {
    singleton: Generated<boolean>
    offset_ms: Generated<number>
    target_offset_ms: number | null
    worked_until: Temporal.Instant | null
    /** Only a demo's time may be moved. */
    is_demo: Generated<boolean>
    /** By the machine's clock. */
    worker_seen_at: Temporal.Instant | null
  }
  idempotency_key: {
    account_id: string
    operation: string
    key: string
    body_hash: string
    status: number | null
    answer_sealed: string | null
    created_at: Temporal.Instant
  }
  let_go: { contract_id: string; kept_for: KeptFor; at: Temporal.Instant }
  usage_let_go: { singleton: Generated<boolean>; before: Temporal.Instant }
  /** The keys that have sealed something here, and that of the blind indexes (`index`). */
  sealing_key: {
    key_id: string
    /** By it another secret under the same name is noticed. */
    fingerprint: string
    first_used_at: Generated<Temporal.Instant>
    /** What it had sealed when the whole database was last searched; null while it may seal. */
    values_left: number | null
    counted_at: Temporal.Instant | null
  }
  /** How far each table is sealed anew with the key that seals now. */
  resealing: {
    table_name: string
    to_key: string
    /** The key of the row after which it goes on. */
    after: string | null
    rows_read: Generated<number>
    resealed: Generated<number>
    unopened: Generated<number>
    finished_at: Temporal.Instant | null
  }
  audit_entry: {
    chain: string
    position: number
    at: Temporal.Instant
    actor: string
    account_id: string | null
    action: string
    target: string
    details: JSONColumnType<Record<string, unknown>>
    trace_key: string | null
    previous_hash: string
    hash: string
    hash_version: Generated<number>
  }
  audit_head: {
    chain: string
    position: number
    hash: string
    checked_at: Temporal.Instant | null
  }
}
