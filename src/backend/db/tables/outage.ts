import type { Generated } from 'kysely'
import type { OutageKind, OutageService, OutageSeverity } from '#vocabulary/outage.ts'

export type OutageTables = {
  outage: {
    outage_id: string
    kind: OutageKind
    severity: OutageSeverity
    services: OutageService[]
    /** Prefectures; none: everywhere. */
    areas: Generated<string[]>
    title: string
    opened_at: Temporal.Instant
    begins_at: Temporal.Instant
    /** What is hoped for while an outage lasts. */
    expected_end_at: Temporal.Instant | null
    /** When it ended; of maintenance, when it is planned to. */
    ends_at: Temporal.Instant | null
    cancelled_at: Temporal.Instant | null
  }
  outage_update: {
    outage_id: string
    at: Temporal.Instant
    message: string
  }
}
