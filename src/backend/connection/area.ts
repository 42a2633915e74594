import { LRUCache } from 'lru-cache'
import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { signedInOf, type Caller } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { whoOf, whoOfAccount } from '#backend/contract/who.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import { RefusalError } from '#backend/refusal.ts'
import { askMember } from './commands/ask-member.ts'
import { agree, deny } from './commands/decide-request.ts'
import {
  endByGrant,
  endConnectionsThatAreOver,
  removeOwnClient,
  takeBack,
} from './commands/end-connections.ts'
import { consumeArtifact, destroyArtifact, keepArtifact } from './commands/keep-artifacts.ts'
import { makeOwnClient } from './commands/make-client.ts'
import { makeKey, type ConnectionDeps, type Giver } from './commands/make-connection.ts'
import { prepareOrder, throwAway } from './commands/prepare-order.ts'
import { admit, noteProgram, type Admitted, type NotedUses } from './queries/admit.ts'
import { findArtifact, readClient } from './queries/artifacts.ts'
import { readConnections, toWire, toWireApp } from './queries/connections.ts'
import { decisionOf, readRequest } from './queries/request.ts'

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

/** The operations of protocol/connection.ts. */
function connectionHandlers(deps: ConnectionDeps & Pick<AreaDeps, 'publicUrl' | 'loginClock'>) {
  const readAsked = (caller: Caller, requestId: string) =>
    readRequest(caller.db, deps, signedInOf(caller), requestId)
  const read = (caller: Caller) => readConnections(caller.db, deps, signedInOf(caller), caller.now)
  return {
    connectionsGet: (_, caller) => read(caller),

    async connectionsKeyPost({ body }, caller) {
      const { key, row } = await makeKey(caller.db, deps, giverOf(caller), body)
      const lines = await findLines(caller.db, row.contract_id)
      const of = { accountId: row.account_id, lines, uses: [] }
      return { connection: toWire(deps, row, of), key }
    },

    async connectionsDelete({ query }, caller) {
      await takeBack(caller.db, deps, whoOfAccount(caller), query.connectionId)
      return read(caller)
    },

    connectionsRequestGet: ({ query }, caller) => readAsked(caller, query.request),

    async connectionsAppPost({ body }, caller) {
      await agree(caller.db, deps, giverOf(caller), body)
      return readAsked(caller, body.request)
    },

    async connectionsAppDelete({ query }, caller) {
      await deny(caller.db, deps, whoOfAccount(caller), query.request)
      return readAsked(caller, query.request)
    },

    async connectionsClientPost({ body }, caller) {
      return toWireApp(deps, await makeOwnClient(caller.db, deps, giverOf(caller), body))
    },

    async connectionsClientDelete({ query }, caller) {
      await removeOwnClient(caller.db, deps, whoOfAccount(caller), query.clientId)
      return read(caller)
    },

    preparedOrdersPost: ({ body }, caller) => prepareOrder(caller.db, deps, whoOf(caller), body),

    async preparedOrdersDelete({ query }, caller) {
      await throwAway(caller.db, whoOf(caller), query.preparedId)
      return read(caller)
    },
  } satisfies AreaHandlers
}

/** @throws RefusalError NOT_FOUND of an account without a contract: there is nothing to let in to */
function giverOf(caller: Caller): Giver {
  const { accountId, contractId, place } = signedInOf(caller)
  if (contractId === null && place === undefined) throw new RefusalError('NOT_FOUND')
  return { who: whoOf(caller), giverId: accountId, place }
}
