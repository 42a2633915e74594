import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { changeLink } from './commands/change-link.ts'
import { readLink } from './queries/calendar.ts'
import { findDeadlines } from './queries/deadlines.ts'

export function deadlineHandlers(
  deps: Pick<ProcedureDeps, 'procedures' | 'sealing' | 'publicUrl'>,
) {
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
