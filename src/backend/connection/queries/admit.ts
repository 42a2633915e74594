import type { LRUCache } from 'lru-cache'
import type { Bearer, SignedIn } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, isMarkedSecret } from '#backend/db/ids.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { placeFrom, placesNow } from '#backend/login/place.ts'
import type { Instant } from '#domain/tokyo.ts'
import { KEY_PREFIX } from '#vocabulary/connection.ts'
import { connectionHolds, noteUse } from '../rows.ts'

/** A write per call would be more than most calls read; once a minute is what a member wants to know. */
const NOTE_EVERY_SECONDS = 60

/** A program, and in whose name it calls: as a login that has proved nothing. */
export type Admitted = { readonly bearer: Bearer; readonly signedIn: SignedIn }

/** When a program last used one of its scopes here, by both. */
export type NotedUses = LRUCache<string, Instant>

/**
 * Who calls by a key. Undefined for one that is unknown, over, or no longer of who gave it; a mistyped one costs no question.
 * @param db for reading
 */
export const admit = async (db: Db, key: string, now: Instant): Promise<Admitted | undefined> =>
  isMarkedSecret(KEY_PREFIX, key) ? findByKey(db, key, now) : undefined

/** When, from where and for what it was used: once a minute, and the answer is as right without it. */
export async function noteProgram(
  db: Db,
  noted: NotedUses,
  { bearer }: Admitted,
  use: Parameters<typeof noteUse>[2],
): Promise<void> {
  const { scope, now } = use
  const name = `${bearer.connectionId} ${scope}`
  const last = noted.get(name)
  const since = now.subtract({ seconds: NOTE_EVERY_SECONDS })
  if (last !== undefined && Temporal.Instant.compare(last, since) > 0) return
  noted.set(name, now)
  const of = { contract_id: bearer.contractId, connection_id: bearer.connectionId }
  await noteAside(() => noteUse(db, of, use))
}

async function findByKey(db: Db, key: string, now: Instant): Promise<Admitted | undefined> {
  const row = await db
    .selectFrom('connection as k')
    .innerJoin('contract as c', 'c.contract_id', 'k.contract_id')
    .innerJoin('account as a', 'a.account_id', 'k.account_id')
    .leftJoin(placesNow(db), (on) =>
      on
        .onRef('place.role_id', '=', 'k.family_role_id')
        .onRef('place.account_id', '=', 'k.account_id'),
    )
    .select([
      'k.connection_id',
      'k.contract_id',
      'k.account_id',
      'k.family_role_id',
      'k.scopes',
      'k.line_ids',
      'k.ends_at',
      'a.subject',
      'place.role_id',
      'place.role',
      'place.contract_id as place_contract_id',
      'place.holder_account_id',
      'place.line_id',
    ])
    .where('k.secret_hash', '=', hashSecret(key))
    .where('k.state', '=', 'active')
    .where('k.ends_at', '>', now)
    .where(connectionHolds)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isOwn = row.family_role_id === null
  return {
    bearer: {
      connectionId: row.connection_id,
      contractId: row.contract_id,
      scopes: row.scopes,
      lineIds: row.line_ids ?? undefined,
    },
    signedIn: {
      sessionHash: '',
      accountId: row.account_id,
      subject: row.subject,
      staff: false,
      contractId: isOwn ? row.contract_id : null,
      place: isOwn ? undefined : placeFrom(row),
      authenticatedAt: null,
      secondFactorAt: null,
      strongProofAt: null,
      deviceKnownFrom: null,
      lastUsedAt: now,
      endsAt: row.ends_at,
    },
  }
}
