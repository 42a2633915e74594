import type { Generated } from 'kysely'
import type { LockState } from '#domain/lock/lock-states.ts'
import type { LockKind, LockWait } from '#vocabulary/lock.ts'

export type LockTables = {
  contract_lock: {
    contract_id: string
    kind: LockKind
    state: LockState
    wait_hours: LockWait
    /** A shorter wait that the member requested, and from when it applies. */
    shorter_wait_hours: LockWait | null
    shorter_from: Temporal.Instant | null
    lifts_at: Temporal.Instant | null
    changed_at: Temporal.Instant
    /** One more with each change: names what was told of it. */
    version: Generated<number>
  }
}
