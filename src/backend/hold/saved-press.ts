import { accountOf, isProven, newDeviceOf, type Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { upsertRow } from '#backend/db/rows.ts'
import { deviceOf } from '#backend/session-device.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { pressSchema, type Press } from '#protocol/hold.ts'
import { PRESS_STORED_MINUTES, ABSOLUTE_HOURS } from '#vocabulary/login.ts'

export const pressAad = (accountId: string) => `kept_press.press:${accountId}`

export const parsePress = (plain: string): Press => pressSchema.parse(JSON.parse(plain))

/** The proofs of this session, and from when its device is no longer new. */
export function readStanding(caller: Caller) {
  const until = caller.signedIn?.deviceKnownFrom
  return {
    freshLogin: isProven('freshLogin', caller),
    secondFactor: isProven('secondFactor', caller),
    strong: isProven('strong', caller),
    ...(newDeviceOf(caller) !== undefined && until && { knownFrom: formatRfc3339(until) }),
  }
}

/** Stores a press for the browser it came from; without a known device nothing is stored. */
export async function keepPress(sealing: Sealing, caller: Caller, press: Press) {
  const { accountId } = accountOf(caller)
  const browser = await deviceOf(caller.db, caller)
  if (browser === undefined) return { kept: false }
  await writePress(sealing, caller, { accountId, browser }, press)
  return { kept: true }
}

/**
 * Stores a press whose login had run out, for the next login of that account in this browser. Who sits there now has shown
 * nothing, so the account is only found: nothing is read, and nothing else is written.
 */
export async function keepPressOverLogin(
  sealing: Sealing,
  caller: Caller,
  loginNow: Temporal.Instant,
  press: Press,
) {
  if (caller.signedIn !== undefined) return { kept: false }
  const owner = await findOverSession(caller.db, caller.overSessionHash, loginNow)
  if (owner === undefined) return { kept: false }
  await writePress(sealing, caller, owner, press)
  return { kept: true }
}

/** @param of whose it is, and the hash by which the browser is known that alone gets it back */
export async function writePress(
  sealing: Sealing,
  { db, now }: Pick<Caller, 'db' | 'now'>,
  of: { readonly accountId: string; readonly browser: string },
  press: Press,
) {
  const stored = {
    device_hash: of.browser,
    press_sealed: sealing.seal(pressAad(of.accountId), JSON.stringify(press)),
    kept_until: now.add({ minutes: PRESS_STORED_MINUTES }),
  }
  await upsertRow(db, 'kept_press', { account_id: of.accountId }, stored)
}

/**
 * The press that this browser made before the proof or the login, once that is given. Another browser gets nothing: who
 * knows the password could otherwise have a press of their own confirmed by the member's code.
 */
export async function findPress(sealing: Sealing, caller: Caller): Promise<Press | undefined> {
  const { db, now, applicationSecret = '' } = caller
  const { accountId } = accountOf(caller)
  const row = await rowOf(db, accountId, now)
  if (row === undefined) return undefined
  const { proof, ...press } = parsePress(sealing.open(pressAad(accountId), row.press_sealed))
  const isOwn = row.device_hash === (await deviceOf(db, caller))
  // The browser of an order is known by its application.
  if (proof === undefined)
    return isOwn || row.device_hash === hashSecret(applicationSecret) ? press : undefined
  return isOwn && isProven(proof, caller) ? { proof, ...press } : undefined
}

const rowOf = (db: Db, accountId: string, now: Temporal.Instant) =>
  db
    .selectFrom('kept_press')
    .select(['device_hash', 'press_sealed'])
    .where('account_id', '=', accountId)
    .where('kept_until', '>', now)
    .executeTakeFirst()

/**
 * Whose login has run out in this browser, lately, of itself: one that was logged out has ended for whoever sits there.
 * @param sessionHash of the cookie that the browser still sends; undefined where it sends none
 */
async function findOverSession(
  db: Db,
  sessionHash: string | undefined,
  loginNow: Temporal.Instant,
): Promise<{ readonly accountId: string; readonly browser: string } | undefined> {
  if (sessionHash === undefined) return undefined
  const row = await db
    .selectFrom('session')
    .select(['account_id', 'device_hash'])
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', loginNow.subtract({ hours: ABSOLUTE_HOURS }))
    .executeTakeFirst()
  if (!row || row.device_hash === null) return undefined
  return { accountId: row.account_id, browser: row.device_hash }
}
