import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { signedInOf, type Caller } from '#backend/caller.ts'
import { findLines } from '#backend/contract/contracts.ts'
import { whoOf, whoOfAccount } from '#backend/contract/who.ts'
import { RefusalError } from '#backend/refusal.ts'
import { agree, deny } from './commands/decide-request.ts'
import { removeOwnClient, takeBack } from './commands/end-connections.ts'
import { makeOwnClient } from './commands/make-client.ts'
import { prepareOrder, throwAway } from './commands/prepare-order.ts'
import { makeKey, type ConnectionDeps, type Giver } from './commands/make-connection.ts'
import { readRequest } from './queries/request.ts'
import { readConnections, toWire, toWireApp } from './queries/connections.ts'

/** The operations of protocol/connection.ts. */
export function connectionHandlers(
  deps: ConnectionDeps & Pick<AreaDeps, 'publicUrl' | 'loginClock'>,
) {
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
