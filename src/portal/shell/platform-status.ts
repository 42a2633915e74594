export type Auth = { mvno_member: boolean; dmm_login: boolean }

/** What the browser shows of the provider's navigation (spec 3, Navigation response). */
export type ProviderNavigation = { head: string; header: string; footer: string }

export const emptyNavigation: ProviderNavigation = { head: '', header: '', footer: '' }

/** Spec 7.2, GET /api/platform/auth. Undefined when it cannot be had: nothing changes then. */
export async function fetchAuth(): Promise<Auth | undefined> {
  const result = await getResult('/api/platform/auth/')
  return isAuth(result) ? result : undefined
}

/** Spec 7.2, GET /api/platform/dmm_navi. Empty when it fails (spec 8). */
export async function fetchNavigation(
  auth: Auth,
  isMobile: boolean,
  backPath: string,
): Promise<ProviderNavigation> {
  const query = new URLSearchParams({
    is_sp: String(isMobile),
    dmm_login: String(auth.dmm_login),
    mvno_member: String(auth.mvno_member),
    back_path: backPath,
  })
  const result = await getResult(`/api/platform/dmm_navi/?${query}`)
  return isNavigation(result) ? result : emptyNavigation
}

/**
 * The envelope opened by hand: the typed client brings its schemas along, and a public page has no room for them.
 * Undefined on any failure.
 */
async function getResult(address: string): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
    })
    const body: unknown = answer.ok ? await answer.json() : undefined
    return isRecord(body) ? body['result'] : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
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
