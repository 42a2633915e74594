import type { Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { REQUEST_MINUTES, type AccessScope } from '#vocabulary/connection.ts'
import { findClient } from '../rows.ts'

/**
 * What an app asks of the member who is signed in in the browser that it sent.
 * @returns what it may not ask for by its registration; then nothing is asked
 */
export async function askMember(
  tx: Db,
  asked: {
    readonly requestId: string
    readonly accountId: string
    readonly clientId: string
    readonly scopes: readonly AccessScope[]
    readonly resource: string
    readonly redirectHost: string
    readonly loginNow: Instant
  },
): Promise<readonly AccessScope[]> {
  const { loginNow } = asked
  const registered = (await findClient(tx, asked.clientId))?.scopes
  const beyond = asked.scopes.filter((scope) => registered?.includes(scope) === false)
  if (beyond.length > 0) return beyond
  await insertRow(tx, 'connection_request', {
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
  return []
}
