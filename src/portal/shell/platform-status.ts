import { log } from '#portal/shell/log.ts'
import { isRecord, noCacheRequestHeaders, traceKeyHeader, unwrap } from '#protocol/reading.ts'

export type Auth = { mvno_member: boolean; dmm_login: boolean }

/** What the browser shows of the provider's navigation (spec 3, Navigation response). */
export type ProviderNavigation = { head: string; header: string; footer: string }

/** Spec 7.2, GET /api/platform/auth. Undefined when it cannot be had: nothing changes then. */
export async function fetchAuth(): Promise<Auth | undefined> {
  const result = await getResult('/api/platform/auth/')
  return isAuth(result) ? result : undefined
}

/** Spec 7.2, GET /api/platform/dmm_navi. Undefined when it cannot be had: its place stays empty then (spec 8). */
export async function fetchNavigation(
  auth: Auth,
  isMobile: boolean,
  backPath: string,
): Promise<ProviderNavigation | undefined> {
  const query = new URLSearchParams({
    is_sp: String(isMobile),
    dmm_login: String(auth.dmm_login),
    mvno_member: String(auth.mvno_member),
    back_path: backPath,
  })
  const result = await getResult(`/api/platform/dmm_navi/?${query}`)
  return isNavigation(result) ? result : undefined
}

/**
 * A read of the wire as the typed client does it (spec 7.1), but for the schemas, for which a public page has no room: its
 * callers look at what they were given. A failure is logged with its trace key, and undefined: the shell goes on without.
 */
async function getResult(address: string): Promise<unknown> {
  try {
    const answer = await fetch(address, { headers: noCacheRequestHeaders })
    if (answer.ok) return unwrap(await answer.json())?.result
    const traceKey = answer.headers.get(traceKeyHeader)
    log.warn('platform call failed', { address, httpStatus: answer.status, traceKey })
  } catch (error) {
    log.warn('platform call failed', error)
  }
  return undefined
}

function isAuth(value: unknown): value is Auth {
  return (
    isRecord(value) &&
    typeof value['mvno_member'] === 'boolean' &&
    typeof value['dmm_login'] === 'boolean'
  )
}

function isNavigation(value: unknown): value is ProviderNavigation {
  return (
    isRecord(value) &&
    typeof value['head'] === 'string' &&
    typeof value['header'] === 'string' &&
    typeof value['footer'] === 'string'
  )
}
