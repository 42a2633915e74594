import type { Context } from 'hono'
import { hashSecret } from '#backend/db/ids.ts'
import { antiForgery } from '#protocol/http.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import type { Cookies } from './cookies.ts'
import { findRow } from '#backend/db/rows.ts'
import { isMypage } from '#vocabulary/pages.ts'

/** The browser's session from this answer on, with the token by which its forms are known. */
export function setSession(
  c: Context<ServerEnv>,
  { forgery }: Pick<Services, 'forgery'>,
  cookies: Cookies,
  secret: string,
) {
  const token = forgery.tokenFor(hashSecret(secret))
  c.header('Set-Cookie', cookies.set('session', secret, { httpOnly: true }))
  c.header('Set-Cookie', cookies.set('antiForgery', token), { append: true })
}

/** Whether a form was sent by a page of ours in the caller's session. */
export const isOurForm = (
  c: Context<ServerEnv>,
  { forgery }: Pick<Services, 'forgery'>,
  cookies: Cookies,
  form: FormData,
): boolean =>
  forgery.allows({
    method: 'POST',
    origin: c.req.header('origin'),
    fetchSite: c.req.header('sec-fetch-site'),
    sessionHash: c.get('facts').signedIn?.sessionHash ?? '',
    cookie: cookies.read(c.req.header('cookie'), 'antiForgery'),
    token: textOf(form, antiForgery.field),
  })

/** A field as text; empty where it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

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
