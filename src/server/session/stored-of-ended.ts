import type { Context } from 'hono'
import { findRow } from '#backend/db/rows.ts'
import { isMypage } from '#vocabulary/pages.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import type { Cookies } from './cookies.ts'

/**
 * A login that somebody ended (from another device, by a stop) takes the key of what the phone has kept with it, as soon as
 * the phone asks for my page. One that only ran out leaves it: the member comes back to it, out of reach of the network too.
 */
export async function takeStoredOfEnded(
  c: Context<ServerEnv>,
  response: Response,
  { database }: Services,
  cookies: Cookies,
): Promise<void> {
  const { signedIn, overSessionHash } = c.get('facts')
  if (signedIn || overSessionHash === undefined || !isMypage(c.req.path)) return
  if (cookies.read(c.req.header('cookie'), 'stored') === undefined) return
  const ended = await findRow(database.db, 'session', { session_hash: overSessionHash }, 'ended_at')
  // One that is not known any more was ended long ago.
  if (ended === undefined || ended.ended_at !== null)
    response.headers.append('Set-Cookie', cookies.clear('stored'))
}
