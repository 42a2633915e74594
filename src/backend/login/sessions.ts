import type { SignedIn } from '#backend/caller.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#backend/db/connect.ts'
import { contractIdOf } from '#backend/contract/of-account.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findOrCreateAccount } from '#backend/holder.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { insertRow, updateRows } from '#backend/db/rows.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { ABSOLUTE_HOURS, IDLE_MINUTES } from '#vocabulary/login.ts'
import { endPushes } from '#backend/push/subscriptions.ts'
import { noteDevice } from './devices.ts'
import { firstPlaceOf, placeFrom, placesNow } from './place.ts'
import { isSignedId, signedId } from './signed-id.ts'

/** Writing "last seen" at every request would be a write per page; once a minute keeps the idle limit honest. */
const SEEN_EVERY_SECONDS = 60
/** Sessions whose "last seen" could not be written; some hundred bytes each. */
const MAX_UNWRITTEN = 20_000

export type Identity = {
  subject: string
  loginName: string
  name: string
  email: string
  staff: boolean
  /** When the password was typed; null where the provider does not say. */
  authenticatedAt: Temporal.Instant | null
  /** Whether it was with a second factor. */
  hasSecondFactor?: boolean
  idToken: string
}

/** When and from where a login is made. */
export type LoginFrom = {
  now: Temporal.Instant
  /** The time by which the login lasts, where it is another than that of the clock. */
  loginNow?: Temporal.Instant
  userAgent: string
  addressMasked?: string
  /** What the browser has kept of earlier logins. */
  device?: { secret: string | undefined }
}

export const idTokenAad = (sessionHash: string) => `session.id_token:${sessionHash}`

export type Sessions = ReturnType<typeof createSessions>

type Finding = {
  /** Where to read from, if elsewhere than where "last seen" is written. */
  readonly reading?: Db
  /** False for a look at how long the login lasts: it must not last longer by being looked at. */
  readonly isUse?: boolean
}

type Deps = {
  readonly sealing: Sealing
  /** By which session ids are signed. */
  readonly signingSecret: string
  /** Seen by this process while the database took no writes: a member who uses the portal meanwhile stays signed in. */
  readonly unwritten: LRUCache<string, Temporal.Instant>
}

/** @param signingSecret by which session ids are signed. */
export function createSessions(sealing: Sealing, signingSecret: string) {
  const deps: Deps = { sealing, signingSecret, unwritten: new LRUCache({ max: MAX_UNWRITTEN }) }
  return {
    open: (db: Db, identity: Identity, from: LoginFrom) => open(deps, db, identity, from),
    find: (db: Db, secret: string, now: Temporal.Instant, how: Finding = {}) =>
      find(deps, db, { secret, now, reading: db, isUse: true, ...how }),
    prove: (tx: Db, sessionHash: string, shown: Shown) => prove(deps, tx, sessionHash, shown),
    noteStrongProof,
    close: (db: Db, sessionHash: string, now: Temporal.Instant) =>
      close(deps, db, sessionHash, now),
    /** Closes it for whoever leaves the browser: it is told nothing from here on. */
    leave: (db: Db, sessionHash: string, now: Temporal.Instant) =>
      close(deps, db, sessionHash, now, true),
    isShutOut,
    isOurs: (secret: string) => isSignedId(signingSecret, secret),
  }
}

/** A new session with a new id at every login; the account row is made at the first. */
async function open(
  { sealing, signingSecret }: Deps,
  db: Db,
  identity: Identity,
  { now, loginNow = now, userAgent, addressMasked = '', ...from }: LoginFrom,
) {
  const accountId = await findOrCreateAccount(db, sealing, identity, now)
  const device = from.device && (await noteDevice(db, accountId, from.device.secret, now))
  const secret = signedId(signingSecret, newSecret())
  const sessionHash = hashSecret(secret)
  await insertRow(db, 'session', {
    session_hash: sessionHash,
    account_id: accountId,
    created_at: now,
    last_seen_at: loginNow,
    expires_at: loginNow.add({ hours: ABSOLUTE_HOURS }),
    authenticated_at: identity.authenticatedAt,
    second_factor_at: identity.hasSecondFactor ? identity.authenticatedAt : null,
    id_token_sealed: sealing.seal(idTokenAad(sessionHash), identity.idToken),
    user_agent: userAgent.slice(0, 200),
    address_masked: addressMasked,
    device_hash: device?.hash ?? null,
    is_new_device: device?.isNew ?? false,
    family_role_id: await firstPlaceOf(db, accountId),
  })
  const by = { actor: 'member', accountId, now } as const
  await recordNote(db, by, { action: 'signed-in', target: accountId })
  return { secret, accountId, sessionHash, device }
}

/**
 * Who a cookie belongs to, or undefined when the session is unknown, ended, idle too long or too old. Asked at every
 * request.
 */
async function find(
  deps: Deps,
  db: Db,
  { secret, now, reading, isUse }: { secret: string; now: Temporal.Instant } & Required<Finding>,
): Promise<SignedIn | undefined> {
  if (!isSignedId(deps.signingSecret, secret)) return undefined
  const row = await reading
    .selectFrom('session')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .leftJoin('device', (on) =>
      on
        .onRef('device.account_id', '=', 'session.account_id')
        .onRef('device.device_hash', '=', 'session.device_hash'),
    )
    .leftJoin(placesNow(reading), (on) =>
      on
        .onRef('place.role_id', '=', 'session.family_role_id')
        .onRef('place.account_id', '=', 'session.account_id'),
    )
    .select([
      'session.session_hash',
      'session.last_seen_at',
      'session.expires_at',
      'session.authenticated_at',
      'session.second_factor_at',
      'session.strong_proof_at',
      'account.account_id',
      'account.subject',
      'account.staff',
      'device.known_from',
      'place.role_id',
      'place.role',
      'place.contract_id as place_contract_id',
      'place.holder_account_id',
      'place.line_id',
    ])
    .select(contractIdOf(sql.ref('session.account_id')).as('contract_id'))
    .where('session.session_hash', '=', hashSecret(secret))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const seenAt = laterOf(row.last_seen_at, deps.unwritten.get(row.session_hash))
  if (Temporal.Instant.compare(seenAt, now.subtract({ minutes: IDLE_MINUTES })) <= 0)
    return undefined
  const seenBefore = now.subtract({ seconds: SEEN_EVERY_SECONDS })
  const isNoted = isUse && Temporal.Instant.compare(seenAt, seenBefore) < 0
  if (isNoted) await noteSeen(deps, db, row.session_hash, now)
  return {
    sessionHash: row.session_hash,
    accountId: row.account_id,
    subject: row.subject,
    staff: row.staff,
    contractId: row.contract_id,
    place: placeFrom(row),
    authenticatedAt: row.authenticated_at,
    secondFactorAt: row.second_factor_at,
    strongProofAt: row.strong_proof_at,
    deviceKnownFrom: row.known_from,
    lastUsedAt: isNoted ? now : seenAt,
    endsAt: row.expires_at,
  }
}

async function noteSeen({ unwritten }: Deps, db: Db, sessionHash: string, now: Temporal.Instant) {
  const isWritten = await noteAside(() =>
    updateRows(db, 'session', { session_hash: sessionHash }, { last_seen_at: now }),
  )
  if (isWritten) unwritten.delete(sessionHash)
  else unwritten.set(sessionHash, now)
}

/**
 * Whether somebody has ended a login of the account since this password was typed. The provider's own session goes on in
 * that browser, and would open the next login without a word (docs/decisions/126). A provider that does not say when the
 * password was typed cannot clear it. Providers tell it in whole seconds: within that second the password counts as typed
 * before the end, unless it was just asked for.
 */
async function isShutOut(
  db: Db,
  { subject, authenticatedAt }: Pick<Identity, 'subject' | 'authenticatedAt'>,
  { isJustAsked }: { readonly isJustAsked: boolean },
): Promise<boolean> {
  const typedAt = authenticatedAt?.add({ seconds: isJustAsked ? 1 : -1 })
  const ended = await db
    .selectFrom('session')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .select('session.ended_at')
    .where('account.subject', '=', subject)
    .where('session.is_shut_out', '=', true)
    .$if(typedAt !== undefined, (query) => query.where('session.ended_at', '>', typedAt ?? null))
    .limit(1)
    .executeTakeFirst()
  return ended !== undefined
}

/** A second factor of ours, shown within a session. */
type Shown = { readonly isStrong: boolean; readonly now: Temporal.Instant }

/**
 * The session goes on under a new id (OWASP ASVS 5.0, 7.2.4) with what was shown in it; the cookie of before is worth nothing from
 * here on. It lasts no longer than it would have.
 * @returns undefined where it has ended meanwhile
 */
async function prove(
  { sealing, signingSecret }: Deps,
  tx: Db,
  sessionHash: string,
  { isStrong, now }: Shown,
) {
  const before = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!before) return undefined
  const secret = signedId(signingSecret, newSecret())
  const opened = hashSecret(secret)
  const idToken = sealing.open(idTokenAad(sessionHash), before.id_token_sealed)
  await insertRow(tx, 'session', {
    ...before,
    session_hash: opened,
    created_at: now,
    second_factor_at: now,
    strong_proof_at: isStrong ? now : before.strong_proof_at,
    id_token_sealed: sealing.seal(idTokenAad(opened), idToken),
    is_new_device: false,
    ended_at: null,
  })
  return { secret, sessionHash: opened }
}

/** What another system has shown of the person of a session. A session that has ended gains nothing. */
async function noteStrongProof(tx: Db, sessionHash: string, now: Temporal.Instant) {
  await tx
    .updateTable('session')
    .set({ second_factor_at: now, strong_proof_at: now })
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the session on the server; the cookie is worth nothing from here on. Gives the id token for the provider's own logout. */
async function close(
  { sealing }: Deps,
  db: Db,
  sessionHash: string,
  now: Temporal.Instant,
  isLeft = false,
) {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .returning(['account_id', 'device_hash', 'id_token_sealed'])
    .executeTakeFirst()
  if (!ended) return undefined
  if (isLeft && ended.device_hash !== null)
    await endPushes(db, ended.account_id, { only: [ended.device_hash] })
  const by = { actor: 'member', accountId: ended.account_id, now } as const
  await recordNote(db, by, { action: 'signed-out', target: ended.account_id })
  return sealing.open(idTokenAad(sessionHash), ended.id_token_sealed)
}

function laterOf(one: Temporal.Instant, other: Temporal.Instant | undefined) {
  return other !== undefined && Temporal.Instant.compare(one, other) < 0 ? other : one
}
