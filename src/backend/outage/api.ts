import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { outagesConcerning, readServiceStatus, toWire } from './queries.ts'

/** The outage board (protocol/outage.ts). */
export function outageHandlers(deps: Pick<AreaDeps, 'sealing'>) {
  return {
    serviceStatusGet: async (_, { db, now }) => readServiceStatus(db, now),

    async outageConcerningGet(_, caller) {
      const { db, now } = caller
      const mine = await outagesConcerning(db, deps, { ...accountOf(caller), now })
      return { asOf: formatRfc3339(now), incidents: mine.map((outage) => toWire(outage, now)) }
    },
  } satisfies AreaHandlers
}
