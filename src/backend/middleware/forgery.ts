import { createHmac, timingSafeEqual } from 'node:crypto'
import { antiForgery, ownName, readCookie } from '#protocol/conventions.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The headers Origin and Sec-Fetch-Site. */
type Sender = { origin: string | undefined; fetchSite: string | undefined }

export type ForgeryGuard = ReturnType<typeof createForgeryGuard>

/**
 * Anti-forgery (spec 7.1): a change must come from our own origin AND carry the token that belongs to the session.
 * Hono's own csrf() accepts Origin OR Sec-Fetch-Site and looks at form types only, which is not enough.
 */
export function createForgeryGuard(options: { secret: string; origin: string }) {
  const tokenFor = (sessionHash: string) =>
    createHmac('sha256', options.secret).update(`anti-forgery\0${sessionHash}`).digest('base64url')

  /** Whether the request may change something; `cookie` and `token` are what the browser sent. */
  function allows(
    request: Sender & {
      method: string
      sessionHash: string
      cookie: string | undefined
      token: string | undefined
    },
  ) {
    if (SAFE_METHODS.has(request.method)) return true
    if (!isFromOurOrigin(request)) return false
    const expected = tokenFor(request.sessionHash)
    return equal(request.token, expected) && equal(request.cookie, expected)
  }

  /** What a browser says of the page that sends: one of ours. */
  function isFromOurOrigin({ origin, fetchSite }: Sender) {
    if (fetchSite !== undefined && fetchSite !== 'same-origin') return false
    if (origin === undefined) return fetchSite === 'same-origin'
    return origin === options.origin
  }

  /** The token's cookie by the one name it has here: on https a plain one may have been planted by another host. */
  const tokenIn = (cookies: string) =>
    readCookie(cookies, ownName(antiForgery.cookie, options.origin))

  return { tokenFor, allows, isFromOurOrigin, tokenIn }
}

function equal(given: string | undefined, expected: string) {
  if (given === undefined) return false
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
