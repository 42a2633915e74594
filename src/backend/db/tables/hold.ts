import type { OrderedOperation } from '#vocabulary/operation.ts'

export type HoldTables = {
  device: {
    account_id: string
    device_hash: string
    first_seen_at: Temporal.Instant
    last_seen_at: Temporal.Instant
    /** From here on what is ordered from it waits for nothing. */
    known_from: Temporal.Instant
  }
  kept_press: {
    account_id: string
    device_hash: string
    press_sealed: string
    kept_until: Temporal.Instant
  }
  hold: {
    account_id: string
    hold_no: string
    /** Null for a change of the profile. */
    contract_id: string | null
    order_no: string
    operation: OrderedOperation | 'profileEdit'
    session_hash: string
    state: 'held' | 'released' | 'stopped' | 'withdrawn'
    stop_hash: string
    held_at: Temporal.Instant
    until: Temporal.Instant
    decided_at: Temporal.Instant | null
  }
}
