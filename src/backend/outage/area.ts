import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { formatRfc3339, isBefore } from '#domain/tokyo.ts'
import { findOutages, readServiceStatus, stateOf, toWire } from './board.ts'
import { outagesConcerning, tellOutage } from './tell.ts'
import { tellOutageJob } from './tell-job.ts'

/** How long before it begins my page's first view shows what is planned. */
const SHOWN_DAYS_AHEAD = 7

/** The outage board (protocol/outage.ts), and who is told of what is put on it. */
export function createOutageArea(deps: AreaDeps) {
  const handlers = {
    serviceStatusGet: async (_, { db, now }) => readServiceStatus(db, now),

    async outageConcerningGet(_, caller) {
      const { db, now } = caller
      const soon = now.add({ hours: 24 * SHOWN_DAYS_AHEAD })
      const live = (await findOutages(db, now)).filter((outage) => {
        const state = stateOf(outage, now)
        return state === 'ongoing' || (state === 'planned' && isBefore(outage.begins_at, soon))
      })
      const mine = await outagesConcerning(deps, db, accountOf(caller).accountId, live)
      return { asOf: formatRfc3339(now), incidents: mine.map((outage) => toWire(outage, now)) }
    },
  } satisfies AreaHandlers
  const work: AreaWork = {
    jobs: [runJob(tellOutageJob, (told) => tellOutage(deps, told))],
  }
  return { handlers, work }
}
