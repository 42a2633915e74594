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
  /** @param scope of pages whose forms are for one thing alone: theirs are worth nothing on another's */
  const tokenFor = (sessionHash: string, scope?: string) =>
    createHmac('sha256', options.secret)
      .update(['anti-forgery', sessionHash, ...(scope === undefined ? [] : [scope])].join('\0'))
      .digest('base64url')

  /** Whether the request may change something; `cookie` and `token` are what the browser sent. */
  function allows(
    request: Sender & {
      method: string
      sessionHash: string
      scope?: string | undefined
      cookie: string | undefined
      token: string | undefined
    },
  ) {
    if (SAFE_METHODS.has(request.method)) return true
    if (!isFromOurOrigin(request)) return false
    const { sessionHash, scope } = request
    return (
      equal(request.token, tokenFor(sessionHash, scope)) &&
      equal(request.cookie, tokenFor(sessionHash))
    )
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
