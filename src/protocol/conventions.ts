// Names and forms on the wire, each written here and nowhere else (spec 7.1; the rest ours). No
// schema is here, so that code for the browser can import it without the validator.

export { noCacheRequestHeaders, traceKeyHeader } from './reading.ts'

export const idempotencyKeyHeader = 'Idempotency-Key'
export const idempotentReplayedHeader = 'Idempotent-Replayed'
export const noStoreResponseHeaders = { 'Cache-Control': 'no-store' } as const

/** The token travels in a cookie that script can read and comes back in a header or a form field. */
export const antiForgery = {
  cookie: 'XSRF-TOKEN',
  header: 'X-XSRF-TOKEN',
  field: 'xsrfToken',
} as const

/** On an https origin the session and the anti-forgery cookie carry this prefix. */
export const secureCookiePrefix = '__Host-'

/** What a browser signs, to make a passkey and to show one, is given out there. */
export const PASSKEY_BEGIN_PATH = '/api/passkeys/begin'
export const PASSKEY_PROOF_BEGIN_PATH = '/api/passkeys/proof/begin'

export const idempotencyKeyPattern = /^[\u0021-\u007e]{1,255}$/u

/** `/api/user` → `/api/user/`: the canonical form. */
export const withTrailingSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** Query parameters as the schemas take them: a key given several times becomes a list. */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** One cookie's value out of a `Cookie` header or `document.cookie`. */
export function readCookie(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`
  const pair = cookies.split(/;\s*/u).find((part) => part.startsWith(prefix))
  return pair?.slice(prefix.length)
}

/** A cookie of ours by the one name that it has on this origin; another's of the other name is not looked at. */
export const ownName = (name: string, origin: string): string =>
  origin.startsWith('https:') ? `${secureCookiePrefix}${name}` : name

/** The anti-forgery token for a client to send, by either of its cookie's names; the server looks at one (`ownName`). */
export const readAntiForgeryToken = (read: (name: string) => string | undefined) =>
  read(secureCookiePrefix + antiForgery.cookie) ?? read(antiForgery.cookie)

/** Holds the secret of an application that is under way; 30 days, as long as the application is kept. */
export const applicationCookie = 'application'
export const APPLICATION_COOKIE_DAYS = 30

/** The `Set-Cookie` that keeps the secret in the browser; an empty secret takes it away. */
export function keepApplication(secret: string, origin: string): string {
  const secure = origin.startsWith('https:')
  const name = ownName(applicationCookie, origin)
  const age = secret === '' ? 0 : APPLICATION_COOKIE_DAYS * 24 * 60 * 60
  const parts = [`${name}=${secret}`, 'Path=/', 'SameSite=Lax', 'HttpOnly', `Max-Age=${age}`]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

/** The secret out of a `Cookie` header: on https only the cookie that is bound to the host, which nobody else can plant. */
export const readApplication = (cookies: string, origin: string): string | undefined =>
  readCookie(cookies, ownName(applicationCookie, origin))
