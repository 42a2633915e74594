import type { ReportKind } from '#vocabulary/outage-report.ts'
import { DETAIL_DAYS, FIRST_WORDS_MINUTES } from './accident.ts'
import { isBefore, type Instant } from '../tokyo.ts'

/** A moment by which a report is due; late: it was not made by then. */
export type ReportClock = {
  readonly report: ReportKind
  readonly dueAt: Instant
  readonly state: 'open' | 'met' | 'late'
  readonly metAt?: Instant | undefined
}

/**
 * The clocks of an outage's reports. The members are told first within half an hour; the authority at once, which we
 * take for the same half hour, and in detail within 30 days of the first report (電気通信事業法施行規則 第57条). Whether it is to be
 * reported at all says the accident's threshold.
 */
export function reportClocks(
  outage: {
    readonly beganAt: Instant
    /** When the first words stood on the board. */
    readonly firstWordsAt: Instant | undefined
    /** When the authority was first told. */
    readonly reportedAt: Instant | undefined
  },
  now: Instant,
): readonly ReportClock[] {
  const { beganAt, firstWordsAt, reportedAt } = outage
  const soon = beganAt.add({ minutes: FIRST_WORDS_MINUTES })
  const clock = (report: ReportKind, dueAt: Instant, metAt: Instant | undefined): ReportClock => ({
    report,
    dueAt,
    state: isBefore(dueAt, metAt ?? now) ? 'late' : metAt === undefined ? 'open' : 'met',
    metAt,
  })
  const clocks = [clock('firstWords', soon, firstWordsAt), clock('firstReport', soon, reportedAt)]
  if (reportedAt !== undefined)
    clocks.push(clock('detail', reportedAt.add({ hours: 24 * DETAIL_DAYS }), undefined))
  return clocks
}
