import { LRUCache } from 'lru-cache'
import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import type { Instant } from '#domain/tokyo.ts'
import { connectionHandlers } from './api.ts'
import { endConnectionsThatAreOver } from './commands/end-connections.ts'
import { admit, noteProgram, type Admitted, type NotedUses } from './queries/admit.ts'

/** Uses that are noted once a minute; some hundred bytes each. */
const MOST_NOTED = 20_000

/** Programs that members let in, by keys and as apps (docs/decisions/119). */
export function createConnectionArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'connections ended', run: (now) => endConnectionsThatAreOver(deps, now) }],
  }
  const { database } = deps
  const noted: NotedUses = new LRUCache({ max: MOST_NOTED })
  return {
    handlers: connectionHandlers(deps),
    work,
    admission: {
      find: (key: string, now: Instant) => admit(openReads(database).db, key, now),
      note: (admitted: Admitted, use: Parameters<typeof noteProgram>[3]) =>
        noteProgram(database.db, noted, admitted, use),
    },
  }
}
