import { toWireOutage, type Outage } from '#backend/outage/public.ts'
import { reportClocks } from '#domain/outage/report-clocks.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'

/** Wire form: the entry as the member reads it, and the clocks of its reports. */
export function toWireOnDesk(outage: Outage, now: Instant) {
  const { first_reported_at: reportedAt } = outage
  const firstWordsAt = outage.updates.at(-1)?.at
  const clocks =
    outage.kind === 'maintenance'
      ? []
      : reportClocks(
          { beganAt: outage.begins_at, firstWordsAt, reportedAt: reportedAt ?? undefined },
          now,
        )
  return {
    entry: toWireOutage(outage, now),
    ...(reportedAt === null ? {} : { firstReportedAt: formatRfc3339(reportedAt) }),
    clocks: clocks.map(({ report, dueAt, state, metAt }) => ({
      report,
      dueAt: formatRfc3339(dueAt),
      state,
      ...(metAt === undefined ? {} : { metAt: formatRfc3339(metAt) }),
    })),
  }
}
