import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { artifactAad, findClient } from '../rows.ts'

const payloadSchema = z.record(z.string(), z.unknown())

type Named = { readonly model: string; readonly id: string }

/**
 * A stored code, token or grant as the library wants it, with its secret put back; undefined once it is over. A grant lives as
 * long as the connection behind it.
 */
export async function findArtifact(
  db: Db,
  sealing: Sealing,
  { model, id }: Named,
  now: { readonly now: Instant; readonly loginNow: Instant },
): Promise<Record<string, unknown> | undefined> {
  const idHash = hashSecret(id)
  const row = await db
    .selectFrom('oauth_artifact')
    .select(['payload_sealed', 'consumed_at'])
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now.loginNow)
    .$if(model === 'Grant', (query) =>
      query.where(
        sql<boolean>`exists (select from connection k where k.grant_id = ${id}
          and k.state = 'active' and k.ends_at > ${now.now})`,
      ),
    )
    .executeTakeFirst()
  if (row === undefined) return undefined
  const payload = payloadSchema.parse(
    JSON.parse(sealing.open(artifactAad(model, idHash), row.payload_sealed)),
  )
  const consumed = row.consumed_at && Math.floor(row.consumed_at.epochMilliseconds / 1000)
  return { ...payload, jti: id, ...(consumed && { consumed }) }
}

/** An app as the library reads it. Whoever keeps no secret proves itself by PKCE alone. */
export async function readClient(
  db: Db,
  clientId: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await findClient(db, clientId)
  if (row === undefined) return undefined
  return {
    client_id: row.client_id,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: row.redirect_uris.every((one) => one.startsWith('http://'))
      ? 'native'
      : 'web',
    ...(row.secret_hash === null
      ? { token_endpoint_auth_method: 'none' }
      : // Compared as a hash (src/server/oauth): what is stored lets nobody in.
        { token_endpoint_auth_method: 'client_secret_basic', client_secret: row.secret_hash }),
  }
}
