import { recordAudit } from '#backend/audit.ts'
import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { auditOf, whoOf } from '#backend/contract/who.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import type { Calendar } from './calendar.ts'
import { findDeadlines } from './deadlines.ts'

export function deadlineHandlers(deps: {
  procedures: Registry
  calendar: Calendar
  sealing: Sealing
}) {
  const { procedures, calendar, sealing } = deps
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

    async calendarLinkGet(_, caller) {
      return calendar.link(caller.db, memberOf(caller).contractId)
    },

    async calendarLinkPost({ body }, caller) {
      const who = whoOf(caller)
      const { contractId, now } = who
      const renewed = body.action === 'renew'
      await recordAudit(caller.db, {
        ...auditOf(who),
        action: renewed ? 'calendar-link-renewed' : 'calendar-link-removed',
        target: contractId,
      })
      return renewed
        ? calendar.renew(caller.db, contractId, now)
        : calendar.remove(caller.db, contractId)
    },
  } satisfies AreaHandlers
}
