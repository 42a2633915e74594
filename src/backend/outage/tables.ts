import type { Generated } from 'kysely'
import { internal, stays, table } from '#backend/table.ts'
import type { OutageKind, OutageService, OutageSeverity } from '#vocabulary/outage.ts'

export const outageTables = [
  table('outage', stays('the public record of outages'), {
    outage_id: internal<string>(),
    kind: internal<OutageKind>(),
    severity: internal<OutageSeverity>(),
    services: internal<OutageService[]>(),
    /** Prefectures; none: everywhere. */
    areas: internal<Generated<string[]>>(),
    title: internal<string>(),
    opened_at: internal<Temporal.Instant>(),
    begins_at: internal<Temporal.Instant>(),
    /** What is hoped for while an outage lasts. */
    expected_end_at: internal<Temporal.Instant | null>(),
    /** When it ended; of maintenance, when it is planned to. */
    ends_at: internal<Temporal.Instant | null>(),
    /** Maintenance that was called off before it began. */
    cancelled_at: internal<Temporal.Instant | null>(),
  }),
  table('outage_update', stays('the public record of outages'), {
    outage_id: internal<string>(),
    at: internal<Temporal.Instant>(),
    message: internal<string>(),
  }),
]
