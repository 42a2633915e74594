import type { Generated, JSONColumnType } from 'kysely'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

/** An answer that never came is a state (`unknown`), resolved by the reconciling job. */
export type ExchangeState = 'held' | 'requested' | 'sent' | 'accepted' | 'rejected' | 'unknown'
export type Json = JSONColumnType<Record<string, unknown>>

export type OrderTables = {
  procedure_order: {
    contract_id: string
    order_no: string
    line_id: string | null
    procedure: OrderProcedure
    state: string
    details: Json
    requested_at: Temporal.Instant
    changed_at: Temporal.Instant
    closed_at: Temporal.Instant | null
    /** First day under the new conditions, or the last day of service for what ends. */
    effective_on: TokyoDate | null
    undo_until: Temporal.Instant | null
    expected_on: TokyoDate | null
    /** Nothing of it goes to the carrier until then: it followed a login from a new device. */
    held_until: Temporal.Instant | null
    version: Generated<number>
  }
  order_event: {
    contract_id: string
    order_no: string
    sequence: number
    at: Temporal.Instant
    actor: 'member' | 'staff' | 'system' | 'carrier'
    event: string
    state: string
    details: Json
  }
  carrier_exchange: {
    contract_id: string
    exchange_id: string
    order_no: string | null
    line_id: string | null
    request: Json
    state: ExchangeState
    attempts: Generated<number>
    answer: JSONColumnType<Record<string, unknown>> | null
    created_at: Temporal.Instant
    changed_at: Temporal.Instant
  }
}
