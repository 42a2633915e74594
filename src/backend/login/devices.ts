import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import { columnsOf, findRow, insertRow, not } from '#backend/db/rows.ts'
import { endPushes } from '#backend/push/subscriptions.ts'
import { NEW_DEVICE_HOURS } from '#domain/account/new-device.ts'

export type SeenDevice = {
  /** What the browser keeps from here on. */
  secret: string
  hash: string
  /** This is its first login, and the account knew others. */
  isNew: boolean
}

/** Bound to the account, so that two accounts in one browser have nothing in common here. */
export const deviceHash = (accountId: string, secret: string) =>
  hashSecret(`device\0${accountId}\0${secret}`)

const browserHash = (secret: string) => hashSecret(`browser\0${secret}`)

/**
 * Notes a login from a browser. An id we do not know of this account counts for nothing and is replaced by one of ours;
 * the account's first login of all is from a device as good as any. Whoever was logged in there before is told nothing there
 * from now on.
 */
export async function noteDevice(
  db: Db,
  accountId: string,
  given: string | undefined,
  now: Temporal.Instant,
): Promise<SeenDevice> {
  if (given !== undefined) {
    await endPushesOfOthers(db, accountId, given)
    const hash = deviceHash(accountId, given)
    const known = await db
      .updateTable('device')
      .set({ last_seen_at: now, browser_hash: browserHash(given) })
      .where('account_id', '=', accountId)
      .where('device_hash', '=', hash)
      .returning('known_from')
      .executeTakeFirst()
    if (known) return { secret: given, hash, isNew: false }
  }
  const isFirst = !(await hasLoggedIn(db, accountId))
  const secret = newSecret()
  const hash = deviceHash(accountId, secret)
  await insertRow(db, 'device', {
    account_id: accountId,
    device_hash: hash,
    browser_hash: browserHash(secret),
    first_seen_at: now,
    last_seen_at: now,
    known_from: isFirst ? now : now.add({ hours: NEW_DEVICE_HOURS }),
  })
  return { secret, hash, isNew: !isFirst }
}

/** The browser of a session: by the hash that is the account's own, and as it calls itself. */
export async function browserOfSession(
  db: Db,
  sessionHash: string,
): Promise<{ readonly deviceHash: string | null; readonly userAgent: string }> {
  const row = await findRow(
    db,
    'session',
    { session_hash: sessionHash },
    'device_hash',
    'user_agent',
  )
  return { deviceHash: row?.device_hash ?? null, userAgent: row?.user_agent ?? '' }
}

/** @returns whether it was new to the account until now */
export async function makeDeviceKnown(
  tx: Db,
  { accountId, deviceHash: hash }: { readonly accountId: string; readonly deviceHash: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device')
    .set({ known_from: now })
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hash)
    .where('known_from', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function hasLoggedIn(db: Db, accountId: string) {
  const row = await db
    .selectFrom('session')
    .select('session_hash')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function endPushesOfOthers(db: Db, accountId: string, secret: string): Promise<void> {
  const others = await columnsOf(db, 'device', ['account_id', 'device_hash'], {
    browser_hash: browserHash(secret),
    account_id: not(accountId),
  })
  for (const { account_id: other, device_hash: hash } of others)
    await endPushes(db, other, { only: [hash] })
}
