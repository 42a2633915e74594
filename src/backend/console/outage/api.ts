import type { AreaDeps, ConsoleAreaHandlers } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { whoOfStaff } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import {
  closeOutage,
  countNotified,
  findOutage,
  findOutages,
  openOutage,
  readAccident,
  recordFirstReport,
  stateOf,
  toWireOutage,
  updateOutage,
  type Outage,
} from '#backend/outage/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { reportClocks } from '#domain/outage/report-clocks.ts'
import { formatRfc3339, instant, type Instant } from '#domain/tokyo.ts'

/** The outage board as the desk works on it (protocol/console/outage.ts). */
export const outageDeskHandlers = (deps: Pick<AreaDeps, 'sealing' | 'queue'>) =>
  ({
    consoleOutagesGet: async (_, { db, now }) => ({
      asOf: formatRfc3339(now),
      outages: (await findOutages(db, now)).map((outage) => toWireOnDesk(outage, now)),
    }),

    consoleOutageReportGet: async ({ query }, { db, now }) => {
      const accident = await readAccident(db, deps, query.incidentId, now)
      if (accident === undefined) throw new RefusalError('NOT_FOUND')
      const { lines, minutes, lineHours, thresholds } = accident.figures
      return {
        lines,
        minutes,
        lineHours,
        notified: await countNotified(db, query.incidentId),
        thresholds: thresholds.map(({ row, at, lines: hit, isReached }) => ({
          service: row.service,
          hours: row.hours,
          fromLines: row.lines,
          lines: hit,
          reachedAt: formatRfc3339(at),
          isReached,
        })),
      }
    },

    consoleOutageOpenPost: async ({ body }, caller) => {
      const { beginsAt, until, emergencySince, ...entered } = body
      const outageId = await openOutage(caller.db, deps, whoOfStaff(caller), {
        ...entered,
        beginsAt: instant(beginsAt),
        until: momentOf(until),
        emergencySince: momentOf(emergencySince),
      })
      return onDesk(caller, outageId)
    },

    consoleOutageUpdatePost: async ({ body }, caller) => {
      await requireLive(caller.db, body.incidentId, caller.now)
      const { incidentId: outageId, until, emergencySince, ...changes } = body
      await updateOutage(caller.db, deps, whoOfStaff(caller), {
        ...changes,
        outageId,
        until: momentOf(until),
        emergencySince: momentOf(emergencySince),
      }).catch(refuseTime('until'))
      return onDesk(caller, outageId)
    },

    consoleOutageClosePost: async ({ body }, caller) => {
      await requireLive(caller.db, body.incidentId, caller.now)
      const { incidentId: outageId, message, at } = body
      await closeOutage(caller.db, deps, whoOfStaff(caller), {
        outageId,
        message,
        at: momentOf(at) ?? caller.now,
      }).catch(refuseTime('at'))
      return onDesk(caller, outageId)
    },

    consoleOutageReportedPost: async ({ body }, caller) => {
      const { incidentId: outageId, at } = body
      if ((await findOutage(caller.db, outageId, caller.now)) === undefined)
        throw new RefusalError('NOT_FOUND')
      await recordFirstReport(caller.db, whoOfStaff(caller), {
        outageId,
        at: instant(at),
      }).catch(refuseTime('at'))
      return onDesk(caller, outageId)
    },
  }) satisfies ConsoleAreaHandlers

const momentOf = (typed: string | undefined): Instant | undefined =>
  typed === undefined ? undefined : instant(typed)

async function onDesk({ db, now }: Caller, outageId: string) {
  const outage = await findOutage(db, outageId, now)
  if (outage === undefined) throw new RefusalError('NOT_FOUND')
  return toWireOnDesk(outage, now)
}

async function requireLive(db: Db, outageId: string, now: Instant) {
  const outage = await findOutage(db, outageId, now)
  if (outage === undefined) throw new RefusalError('NOT_FOUND')
  if (['resolved', 'cancelled'].includes(stateOf(outage, now)))
    throw new RefusalError('OUTAGE_OVER')
}

const TIME = '開始よりあとで、いまより前の日時にしてください。'

/** What is left to be wrong with an entry that the schema took: the time, seen beside what stands on the board. */
const refuseTime = (field: string) => (error: unknown) => {
  throw error instanceof RangeError
    ? new RefusalError({ code: 'VALIDATION_FAILED', fields: { [field]: [TIME] } })
    : error
}

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
