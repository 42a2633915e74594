import type { Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'

/** The browser of the caller's session, by the hash that is the account's own; undefined where none is noted. */
export async function deviceOf(db: Db, { signedIn }: Pick<Caller, 'signedIn'>) {
  if (signedIn === undefined) return undefined
  const row = await db
    .selectFrom('session')
    .select('device_hash')
    .where('session_hash', '=', signedIn.sessionHash)
    .executeTakeFirst()
  return row?.device_hash ?? undefined
}
