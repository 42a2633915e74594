import type { Generated } from 'kysely'
import { internal, stays, table } from '#backend/table.ts'
import type {
  EmergencyCalls,
  OtherWay,
  OutageKind,
  OutageService,
  OutageSeverity,
} from '#vocabulary/outage.ts'

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
    /** Calls to 110, 118 and 119. */
    emergency_calls: internal<Generated<EmergencyCalls>>(),
    /** Since when they are so; none where they are unaffected or nobody knows. */
    emergency_since: internal<Generated<Temporal.Instant | null>>(),
    /** What else can be used while it lasts. */
    other_ways: internal<Generated<OtherWay[]>>(),
    /** When the authority was first told of it (電気通信事業法 第28条). */
    first_reported_at: internal<Generated<Temporal.Instant | null>>(),
  }),
  table('outage_update', stays('the public record of outages'), {
    outage_id: internal<string>(),
    at: internal<Temporal.Instant>(),
    message: internal<string>(),
  }),
]
