import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { notifyOutage, notifyOutageJob } from './commands/notify-outage.ts'
import { accountOf } from '#backend/caller.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { outagesConcerning, readServiceStatus, toWire } from './queries.ts'

export function createOutageArea(deps: AreaDeps) {
  const work: AreaWork = {
    jobs: [runJob(notifyOutageJob, (request) => notifyOutage(deps, request))],
  }
  return { handlers: outageHandlers(deps), work }
}

/** The outage board (protocol/outage.ts). */
function outageHandlers(deps: Pick<AreaDeps, 'sealing'>) {
  return {
    serviceStatusGet: async (_, { db, now }) => readServiceStatus(db, now),

    async outageConcerningGet(_, caller) {
      const { db, now } = caller
      const mine = await outagesConcerning(db, deps, { ...accountOf(caller), now })
      return { asOf: formatRfc3339(now), incidents: mine.map((outage) => toWire(outage, now)) }
    },
  } satisfies AreaHandlers
}
