import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { loopbackRedirects, MOST_CONNECTIONS } from '#vocabulary/connection.ts'

/**
 * An app of the member's own, for a script on their machine: it keeps no secret, and nobody else can agree to it.
 * @throws RefusalError CONNECTIONS_FULL
 */
export async function makeOwnClient(tx: Db, who: AccountWho, name: string) {
  const { accountId, now } = who
  const own = await tx
    .selectFrom('oauth_client')
    .select('client_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  if (own.length >= MOST_CONNECTIONS) throw new RefusalError('CONNECTIONS_FULL')
  const made = await insertClient(tx, { accountId, name, redirectUris: loopbackRedirects, now })
  await recordNote(tx, who, { action: 'own-app-made', target: made.clientId })
  return { clientId: made.clientId, redirectUris: [...loopbackRedirects] }
}

/**
 * An app that the operator lets ask every member (`npm run clients`).
 * @param redirectUris on https, compared letter by letter; of loopback addresses the port is left open
 * @returns its secret, which is stored as a hash, where it can keep one
 */
export async function insertClient(
  tx: Db,
  given: {
    readonly accountId?: string
    readonly name: string
    readonly redirectUris: readonly string[]
    readonly keepsSecret?: boolean
    readonly now: Instant
  },
): Promise<{ readonly clientId: string; readonly secret: string | undefined }> {
  const clientId = newId('app')
  const secret = given.keepsSecret === true ? newSecret() : undefined
  await tx
    .insertInto('oauth_client')
    .values({
      client_id: clientId,
      account_id: given.accountId ?? null,
      name: given.name,
      redirect_uris: [...given.redirectUris],
      secret_hash: secret === undefined ? null : hashSecret(secret),
      made_at: given.now,
      ended_at: null,
    })
    .execute()
  return { clientId, secret }
}
