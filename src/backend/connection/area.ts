import { LRUCache } from 'lru-cache'
import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import { connectionHandlers } from './api.ts'
import { askMember } from './commands/ask-member.ts'
import { endByGrant, endConnectionsThatAreOver } from './commands/end-connections.ts'
import { consumeArtifact, destroyArtifact, keepArtifact } from './commands/keep-artifacts.ts'
import { findArtifact, readClient } from './queries/artifacts.ts'
import { decisionOf } from './queries/request.ts'
import { admit, noteProgram, type Admitted, type NotedUses } from './queries/admit.ts'

/** Uses that are noted once a minute; some hundred bytes each. */
const MOST_NOTED = 20_000

/** Programs that members let in, by keys and as apps (docs/decisions/119). */
export function createConnectionArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'connections ended', run: (now) => endConnectionsThatAreOver(deps, now) }],
  }
  const { database, sealing, clock, loginClock, publicUrl } = deps
  const times = () => ({ now: clock.now(), loginNow: loginClock.now() })
  const noted: NotedUses = new LRUCache({ max: MOST_NOTED })
  return {
    handlers: connectionHandlers(deps),
    work,
    admission: {
      /** @param path what is asked; a token is for one place alone */
      find: (secret: string, path: string) =>
        admit(openReads(database).db, { secret, audience: publicUrl + path, ...times() }),
      note: (admitted: Admitted, use: Parameters<typeof noteProgram>[3]) =>
        noteProgram(database.db, noted, admitted, use),
    },
    /** What the authorization server stores and asks (src/server/oauth). */
    oauth: {
      keep: (artifact: Parameters<typeof keepArtifact>[2], seconds: number) =>
        keepArtifact(database.db, sealing, artifact, loginClock.now().add({ seconds })),
      find: (named: { model: string; id: string }) =>
        findArtifact(database.db, sealing, named, times()),
      findClient: (clientId: string) => readClient(database.db, clientId),
      consume: (named: { model: string; id: string }) =>
        consumeArtifact(database.db, named, loginClock.now()),
      destroy: (named: { model: string; id: string }) => destroyArtifact(database.db, named),
      endGrant: (grantId: string, because: 'app' | 'reuse') =>
        database.db
          .transaction()
          .execute((tx) => endByGrant(tx, deps, grantId, { because, now: clock.now() })),
      ask: (asked: Omit<Parameters<typeof askMember>[1], 'loginNow'>) =>
        askMember(database.db, { ...asked, loginNow: loginClock.now() }),
      decisionOf: (of: { requestId: string; accountId: string }) =>
        decisionOf(database.db, { ...of, loginNow: loginClock.now() }),
    },
  }
}
