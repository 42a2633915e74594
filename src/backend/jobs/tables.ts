import type { Generated } from 'kysely'
import { internal, stays, table } from '#backend/table.ts'

export const jobsTables = [
  /** Where the clock of a demo is: one row. */
  table('clock_setting', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    offset_ms: internal<Generated<number>>(),
    /** Where the clock is being moved to; the worker walks there, so that what falls due runs in order. */
    target_offset_ms: internal<number | null>(),
    /** How far the worker has done what was due. */
    worked_until: internal<Temporal.Instant | null>(),
    /** Only a demo's time may be moved. */
    is_demo: internal<Generated<boolean>>(),
    /** By the machine's clock. */
    worker_seen_at: internal<Temporal.Instant | null>(),
  }),
]
