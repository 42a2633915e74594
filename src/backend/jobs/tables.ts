import type { Generated } from 'kysely'
import { internal, stays, table } from '#backend/table.ts'

export const jobsTables = [
  table('clock_setting', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    offset_ms: internal<Generated<number>>(),
    target_offset_ms: internal<number | null>(),
    worked_until: internal<Temporal.Instant | null>(),
    /** Only a demo's time may be moved. */
    is_demo: internal<Generated<boolean>>(),
    /** By the machine's clock. */
    worker_seen_at: internal<Temporal.Instant | null>(),
  }),
]
