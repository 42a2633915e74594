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

type Shown = {
  /** A key, or an app's access token. */
  readonly secret: string
  readonly now: Instant
  /** Tokens last by it, as logins do. */
  readonly loginNow: Instant
  /** What is asked: a token is for one place alone. */
  readonly audience: string
}

/** As the library makes them: 256 random bits. */
const tokenPattern = /^[\w-]{43}$/

/**
 * Who calls by a key or a token. Undefined for one that is unknown, over, for another place, or no longer of who gave it; a
 * mistyped key costs no question.
 * @param db for reading
 */
export async function admit(db: Db, shown: Shown): Promise<Admitted | undefined> {
  if (isMarkedSecret(KEY_PREFIX, shown.secret)) return findByKey(db, shown)
  return tokenPattern.test(shown.secret) ? findByToken(db, shown) : undefined
}

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

const found = (db: Db, { now }: Shown) =>
  db
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
    .where('k.state', '=', 'active')
    .where('k.ends_at', '>', now)
    .where(connectionHolds)

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof found>['executeTakeFirst']>>>

async function findByKey(db: Db, shown: Shown): Promise<Admitted | undefined> {
  const row = await found(db, shown)
    .where('k.secret_hash', '=', hashSecret(shown.secret))
    .executeTakeFirst()
  return row && toAdmitted(row, shown)
}

async function findByToken(db: Db, shown: Shown): Promise<Admitted | undefined> {
  const row = await found(db, shown)
    .innerJoin('oauth_artifact as t', 't.grant_id', 'k.grant_id')
    .select('t.scopes as token_scopes')
    .where('t.model', '=', 'AccessToken')
    .where('t.id_hash', '=', hashSecret(shown.secret))
    .where('t.expires_at', '>', shown.loginNow)
    .where('t.audience', '=', shown.audience)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const scopes = row.scopes.filter((scope) => row.token_scopes?.includes(scope))
  return toAdmitted({ ...row, scopes }, shown)
}

function toAdmitted(row: Found, { now }: Shown): Admitted {
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
