import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { changeLink } from './commands/change-link.ts'
import { notifyUndoLimits } from './commands/notify-undo-limits.ts'
import { calendarOfOrders, readFeed, readLink } from './queries/calendar.ts'
import { findDeadlines } from './queries/deadlines.ts'

/** The dates a member should know, as a list and as a calendar: of the orders under way and of what areas declare. */
export function createDeadlineArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'limits of undoing near', run: (now) => notifyUndoLimits(deps, now) }],
  }
  const calendar = {
    feed: (db: Db, secret: string, now: Instant) => readFeed(db, deps, secret, now),
    ofOrders: (db: Db, contractId: string, orderNos: readonly string[], now: Instant) =>
      calendarOfOrders(db, deps, contractId, orderNos, now),
  }
  return { handlers: deadlineHandlers(deps), work, calendar }
}

function deadlineHandlers(deps: Pick<ProcedureDeps, 'procedures' | 'sealing' | 'publicUrl'>) {
  const { procedures, sealing } = deps
  return {
    async deadlinesGet(_, caller) {
      const { contractId } = memberOf(caller)
      const [lines, deadlines] = await Promise.all([
        findLines(caller.db, contractId),
        findDeadlines(caller.db, procedures, contractId, caller.now),
      ])
      return {
        deadlines: deadlines.map(({ lineId, orderNo, ...deadline }) => {
          const line = lines.find((one) => one.line_id === lineId)
          return {
            ...deadline,
            line: line === undefined ? undefined : toLineName(line, sealing),
            orderNo,
          }
        }),
        asOf: formatRfc3339(caller.now),
      }
    },

    calendarLinkGet: (_, caller) => readLink(caller.db, deps, memberOf(caller).contractId),

    async calendarLinkPost({ body }, caller) {
      const who = whoOf(caller)
      await changeLink(caller.db, deps, who, body.action)
      return readLink(caller.db, deps, who.contractId)
    },
  } satisfies AreaHandlers
}
