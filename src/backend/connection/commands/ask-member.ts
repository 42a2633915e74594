import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { REQUEST_MINUTES, type AccessScope } from '#vocabulary/connection.ts'
import { findByConnection, findRequest } from '../rows.ts'

/** What an app asks of the member who is signed in in the browser that it sent. */
export async function askMember(
  db: Db,
  asked: {
    readonly requestId: string
    readonly accountId: string
    readonly clientId: string
    readonly scopes: readonly AccessScope[]
    readonly resource: string
    readonly redirectHost: string
    readonly loginNow: Instant
  },
): Promise<void> {
  const { loginNow } = asked
  await db
    .insertInto('connection_request')
    .values({
      request_id: asked.requestId,
      account_id: asked.accountId,
      client_id: asked.clientId,
      scopes: [...asked.scopes],
      resource: asked.resource,
      redirect_host: asked.redirectHost,
      made_at: loginNow,
      expires_at: loginNow.add({ minutes: REQUEST_MINUTES }),
      decided_at: null,
      connection_id: null,
    })
    .execute()
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
  const connection = await findByConnection(db, row.connection_id)
  if (connection?.state !== 'active' || connection.grant_id === null) return undefined
  const { grant_id: grantId, scopes, ends_at: endsAt } = connection
  const declined = row.scopes.filter((scope) => !scopes.includes(scope))
  return { isGranted: true, clientId, resource, grantId, scopes, declined, endsAt } as const
}
