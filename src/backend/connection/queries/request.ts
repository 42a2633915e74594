import type { AreaDeps } from '#backend/area.ts'
import type { SignedIn } from '#backend/caller.ts'
import { findLines, isServed } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { scopesToGive } from '#protocol/scopes.ts'
import { AUTHORIZE_PATH } from '#vocabulary/connection.ts'
import { clientName, findConnection, findClient, findRequest, isClientFor } from '../rows.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'loginClock'>
type Reader = Pick<SignedIn, 'accountId' | 'contractId' | 'place'>

/** What an app asks of this member, and what became of it. @throws RefusalError NOT_FOUND, CONNECTION_REQUEST_OVER */
export async function readRequest(
  db: Db,
  { sealing, loginClock }: Deps,
  { accountId, contractId, place }: Reader,
  requestId: string,
): Promise<Answer<typeof connectionApi.connectionsRequestGet>> {
  const row = await findRequest(db, { requestId, accountId, loginNow: loginClock.now() })
  if (row === undefined) throw notFound()
  const client = await findClient(db, row.client_id)
  if (client === undefined || !isClientFor(client, accountId))
    throw new RefusalError('CONNECTION_REQUEST_OVER')
  const here = place?.contractId ?? contractId
  const role = place?.role
  const givable = here === null ? [] : scopesToGive({ role, isOfLines: false })
  const ofLines = here === null ? [] : scopesToGive({ role, isOfLines: true })
  const lines = here === null ? [] : await findLines(db, here)
  return {
    request: row.request_id,
    appName: clientName(sealing, client),
    isOwn: client.account_id !== null,
    redirectHost: row.redirect_host,
    asked: row.scopes.filter((scope) => givable.includes(scope)),
    beyond: row.scopes.filter((scope) => !givable.includes(scope)),
    ofLines: row.scopes.filter((scope) => ofLines.includes(scope)),
    lines: lines
      .filter(isServed)
      .filter((line) => place?.role !== 'lineUser' || line.line_id === place.lineId)
      .map((line) => toLineName(line, sealing)),
    state: row.decided_at === null ? 'open' : row.connection_id === null ? 'denied' : 'granted',
    continuePath: `${AUTHORIZE_PATH}/${row.request_id}`,
  }
}

/** What the member has decided; undefined while nothing is decided, and for another account's. */
export async function decisionOf(
  db: Db,
  of: { readonly requestId: string; readonly accountId: string; readonly loginNow: Instant },
) {
  const row = await findRequest(db, of)
  if (row === undefined || row.decided_at === null) return undefined
  const { client_id: clientId, resource } = row
  if (row.connection_id === null) return { isGranted: false, clientId, resource } as const
  const connection = await findConnection(db, row.connection_id)
  if (connection?.state !== 'active' || connection.grant_id === null) return undefined
  const { grant_id: grantId, scopes } = connection
  const declined = row.scopes.filter((scope) => !scopes.includes(scope))
  return { isGranted: true, clientId, resource, grantId, scopes, declined } as const
}
