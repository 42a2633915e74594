/** Holds the place to return to while the browser is at the provider. */
export const TRUE_BACK_URL = 'true_back_url'

const ORIGIN = 'https://own.invalid'
const MAX_LENGTH = 2048
/** Control characters, spaces and backslashes are how a foreign address hides in a path. */
const suspicious = /[\u0000-\u0020\u007f-\u009f\\]/
/** Pages that would send the member round in a circle, or that are not pages. */
const refusedPrefixes = ['/login_back', '/auth/', '/api/', '/assets/', '/callbacks/']

/**
 * Reads a place to return to (cookie true_back_url, query back; spec 2.4). Only a path of our own site survives,
 * with its query and fragment; everything else becomes `/`.
 */
export function safeBackPath(value: string | null | undefined): string {
  if (!value || value.length > MAX_LENGTH || suspicious.test(value)) return '/'
  if (!value.startsWith('/') || value.startsWith('//')) return '/'
  const url = parse(value)
  if (!url || url.origin !== ORIGIN || url.username || url.password) return '/'
  const path = decoded(url.pathname)
  if (path === undefined || suspicious.test(path) || path.startsWith('//') || path.includes('／'))
    return '/'
  const lower = path.toLowerCase()
  if (refusedPrefixes.some((prefix) => lower.startsWith(prefix))) return '/'
  return url.pathname + url.search + url.hash
}

/** The place that is kept in the cookie of a `Cookie` header. */
export function savedBackPath(cookies: string | null | undefined): string {
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(`${TRUE_BACK_URL}=`))
  try {
    return safeBackPath(pair && decodeURIComponent(pair.slice(TRUE_BACK_URL.length + 1)))
  } catch {
    return safeBackPath(undefined)
  }
}

function parse(value: string) {
  try {
    return new URL(value, ORIGIN)
  } catch {
    return undefined
  }
}

function decoded(pathname: string) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
