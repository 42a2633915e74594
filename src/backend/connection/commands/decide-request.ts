import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { clientName, findClient, findRequest, isClientFor, type RequestRow } from '../rows.ts'
import { makeConnection, type ConnectionDeps, type Giver } from './make-connection.ts'

type Deps = ConnectionDeps & Pick<AreaDeps, 'loginClock'>
type Decision = Input<typeof connectionApi.connectionsAppPost>['body']

/**
 * The member agrees to what an app asks for, or to a part of it. Of two tabs the first decides.
 * @throws RefusalError NOT_FOUND also for another's, CONNECTION_REQUEST_OVER, VALIDATION_FAILED for what the app has not asked for, as `makeConnection`
 */
export async function agree(tx: Db, deps: Deps, giver: Giver, decision: Decision): Promise<void> {
  const row = await lockOpen(tx, deps, giver.giverId, decision.request)
  const client = await findClient(tx, row.client_id)
  if (client === undefined || !isClientFor(client, giver.giverId))
    throw new RefusalError('CONNECTION_REQUEST_OVER')
  const unasked = decision.scopes.filter((scope) => !row.scopes.includes(scope))
  if (unasked.length > 0) throw new RefusalError('VALIDATION_FAILED')
  const { scopes, lineIds, days } = decision
  const made = await makeConnection(
    tx,
    deps,
    giver,
    {
      name: clientName(deps.sealing, client),
      scopes,
      lineIds: lineIds.length === 0 ? undefined : lineIds,
      days: Number(days),
    },
    { kind: 'app', client_id: client.client_id, grant_id: newId('grant') },
  )
  await decide(tx, row, giver.who.now, made.connection_id)
}

/** @throws RefusalError NOT_FOUND also for another's, CONNECTION_REQUEST_OVER */
export async function deny(
  tx: Db,
  deps: Pick<Deps, 'loginClock'>,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
  requestId: string,
): Promise<void> {
  await decide(tx, await lockOpen(tx, deps, accountId, requestId), now, null)
}

async function lockOpen(
  tx: Db,
  { loginClock }: Pick<Deps, 'loginClock'>,
  accountId: string,
  requestId: string,
): Promise<RequestRow> {
  const row = await findRequest(tx, { requestId, accountId, loginNow: loginClock.now() })
  if (row === undefined) throw notFound()
  if (row.decided_at !== null) throw new RefusalError('CONNECTION_REQUEST_OVER')
  return row
}

async function decide(tx: Db, row: RequestRow, now: Instant, connectionId: string | null) {
  const { numUpdatedRows } = await tx
    .updateTable('connection_request')
    .set({ decided_at: now, connection_id: connectionId })
    .where('request_id', '=', row.request_id)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new RefusalError('CONNECTION_REQUEST_OVER')
}
