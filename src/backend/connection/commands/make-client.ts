import { isContractServed } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { MOST_OWN_APPS } from '#vocabulary/connection.ts'
import { requireGivable } from '../queries/givable.ts'
import { clientNameAad, findOwnClients, type ClientRow } from '../rows.ts'
import type { ConnectionDeps, Giver } from './make-connection.ts'

/**
 * An app of the member's own, for a script on their machine: it keeps no secret, nobody else can agree to it, and it asks for no
 * more than is chosen here.
 * @throws RefusalError CONTRACT_NOT_ACTIVE, OWN_APPS_FULL, VALIDATION_FAILED for a scope that the giver does not have
 */
export async function makeOwnClient(
  tx: Db,
  { sealing }: Pick<ConnectionDeps, 'sealing'>,
  { who, giverId: accountId, place }: Giver,
  request: Input<typeof connectionApi.connectionsClientPost>['body'],
): Promise<ClientRow> {
  const { contract } = await loadContract(tx, who.contractId, { lock: true })
  if (!isContractServed(contract)) throw new RefusalError('CONTRACT_NOT_ACTIVE')
  requireGivable(request.scopes, { role: place?.role, isOfLines: false })
  if ((await findOwnClients(tx, accountId)).length >= MOST_OWN_APPS)
    throw new RefusalError('OWN_APPS_FULL')
  const clientId = newId('app')
  const row = {
    client_id: clientId,
    account_id: accountId,
    name: '',
    name_sealed: sealing.seal(clientNameAad(clientId), request.name),
    redirect_uris: [request.redirectUri],
    scopes: [...new Set(request.scopes)],
    secret_hash: null,
    made_at: who.now,
    ended_at: null,
  }
  await insertRow(tx, 'oauth_client', row)
  const { actor, now, traceKey } = who
  const by = { actor, accountId, now, ...(traceKey && { traceKey }) }
  await recordNote(tx, by, { action: 'own-app-made', target: clientId })
  return row
}

/**
 * An app that the operator lets ask every member (`npm run clients`).
 * @param redirectUris on https, compared letter by letter; of loopback addresses the port is left open
 * @returns its secret, which is stored as a hash, where it can keep one
 */
export async function insertClient(
  tx: Db,
  given: {
    readonly name: string
    readonly redirectUris: readonly string[]
    readonly keepsSecret?: boolean
    readonly now: Instant
  },
): Promise<{ readonly clientId: string; readonly secret: string | undefined }> {
  const clientId = newId('app')
  const secret = given.keepsSecret === true ? newSecret() : undefined
  await insertRow(tx, 'oauth_client', {
    client_id: clientId,
    account_id: null,
    name: given.name,
    name_sealed: null,
    redirect_uris: [...given.redirectUris],
    scopes: null,
    secret_hash: secret === undefined ? null : hashSecret(secret),
    made_at: given.now,
    ended_at: null,
  })
  return { clientId, secret }
}
