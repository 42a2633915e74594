import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { deleteRows } from '#backend/db/rows.ts'
import type { Instant } from '#domain/tokyo.ts'
import { accessScopes } from '#vocabulary/connection.ts'
import { artifactAad } from '../rows.ts'

/** As the library of the authorization server hands it over; `jti` is the secret itself. */
export type Payload = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/**
 * Stores a code, a token or a grant: found by the hash of what the app has, sealed, and without the secret itself.
 * @param model the library's name of the kind
 */
export async function keepArtifact(
  tx: Db,
  sealing: Sealing,
  {
    model,
    id,
    payload,
  }: { readonly model: string; readonly id: string; readonly payload: Payload },
  expiresAt: Instant,
): Promise<void> {
  const idHash = hashSecret(id)
  const { jti: _, ...rest } = payload
  const uid = textOf(payload['uid'])
  const asked = (textOf(payload['scope']) ?? '').split(' ')
  const values = {
    payload_sealed: sealing.seal(artifactAad(model, idHash), JSON.stringify(rest)),
    grant_id: textOf(payload['grantId']) ?? null,
    uid_hash: uid === undefined ? null : hashSecret(uid),
    scopes: accessScopes.filter((scope) => asked.includes(scope)),
    audience: textOf(payload['aud']) ?? null,
    expires_at: expiresAt,
  }
  await tx
    .insertInto('oauth_artifact')
    .values({ model, id_hash: idHash, ...values, consumed_at: null })
    .onConflict((on) => on.columns(['model', 'id_hash']).doUpdateSet(values))
    .execute()
}

/** @returns whether it had not been used before: of two at once, one */
export async function consumeArtifact(
  tx: Db,
  { model, id }: { readonly model: string; readonly id: string },
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_artifact')
    .set({ consumed_at: now })
    .where('model', '=', model)
    .where('id_hash', '=', hashSecret(id))
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const destroyArtifact = (tx: Db, { model, id }: { model: string; id: string }) =>
  deleteRows(tx, 'oauth_artifact', { model, id_hash: hashSecret(id) })

/** All codes and tokens of a grant: the whole family. */
export const destroyOfGrant = (tx: Db, grantId: string) =>
  deleteRows(tx, 'oauth_artifact', { grant_id: grantId })
