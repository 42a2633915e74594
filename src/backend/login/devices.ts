import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
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

/**
 * Notes a login from a browser. An id we do not know of this account counts for nothing and is replaced by one of ours;
 * the account's first login of all is from a device as good as any.
 */
export async function noteDevice(
  db: Db,
  accountId: string,
  given: string | undefined,
  now: Temporal.Instant,
): Promise<SeenDevice> {
  if (given !== undefined) {
    const hash = deviceHash(accountId, given)
    const known = await db
      .updateTable('device')
      .set({ last_seen_at: now })
      .where('account_id', '=', accountId)
      .where('device_hash', '=', hash)
      .returning('known_from')
      .executeTakeFirst()
    if (known) return { secret: given, hash, isNew: false }
  }
  const isFirst = !(await hasLoggedIn(db, accountId))
  const secret = newSecret()
  const hash = deviceHash(accountId, secret)
  await db
    .insertInto('device')
    .values({
      account_id: accountId,
      device_hash: hash,
      first_seen_at: now,
      last_seen_at: now,
      known_from: isFirst ? now : now.add({ hours: NEW_DEVICE_HOURS }),
    })
    .execute()
  return { secret, hash, isNew: !isFirst }
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
