import type { Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { browserOfSession } from '#backend/login/devices.ts'

/** The browser of the caller's session, by the hash that is the account's own; undefined where none is noted. */
export const deviceOf = async (db: Db, caller: Pick<Caller, 'signedIn'>) =>
  (await browserOf(db, caller))?.deviceHash

/** The same with what the browser calls itself. */
export async function browserOf(db: Db, { signedIn }: Pick<Caller, 'signedIn'>) {
  if (signedIn === undefined) return undefined
  const { deviceHash, userAgent } = await browserOfSession(db, signedIn.sessionHash)
  return deviceHash === null ? undefined : { deviceHash, userAgent }
}
