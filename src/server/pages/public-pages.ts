import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { matchRoutes, type ServerBuild } from 'react-router'
import { readApplication } from '#protocol/http.ts'
import type { AuthClass, AuthClasses } from '../session/auth-classes.ts'
import type { Content } from '../content/manifest.ts'
import { deviceFrom, type Device } from './device.ts'
import { createPageCache, type CachedPage } from './page-cache.ts'
import { authOf, type Pages } from './pages.ts'
import { toRouteObjects } from './route-objects.ts'
import {
  contentSecurityPolicy,
  hashesOf,
  securityHeaders,
  type SecurityOrigins,
} from '../edge/security-headers.ts'

const NOT_FOUND = '(not found)'
type Key = string | undefined

type PublicPagesDeps = {
  pages: Pages
  content: Content
  authClasses: AuthClasses
  build: Pick<ServerBuild, 'routes'>
  origin: string
  origins: SecurityOrigins
  now: () => Temporal.Instant
  /** What every page's words depend on, the day of `now` for one; quick enough to be asked with every request. */
  edition: () => string
  onFailure: (cause: unknown) => void
  /** Off in development, where every request shows the newest source. */
  enabled: boolean
  /** What other layers answer, found or not. */
  isTaken: (path: string) => boolean
}

/** Which public pages may be answered from the cache, under which key, and how they are made. */
export function createPublicPages(deps: PublicPagesDeps) {
  const { content, authClasses } = deps
  const cache = createPageCache({
    monotonicMs: () => performance.now(),
    edition: deps.edition,
    onFailure: deps.onFailure,
  })
  const render = (key: string) => renderForAll(deps, key)
  const isUnknownPage = unknownPages(deps)
  /** Keys of plain addresses without a cookie, by device: nearly every request, and as many as there are pages. */
  const plainKeys = new Map<string, Record<Device, string>>()

  /**
   * The cache key of a request, or undefined when it must not be answered from the cache. It has to be waited for only
   * where a session is not known yet.
   */
  function keyOf(incoming: IncomingMessage): Key | Promise<Key> {
    if (!deps.enabled) return undefined
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return undefined
    const url = incoming.url ?? '/'
    const { headers } = incoming
    const device = deviceFrom(headerText(headers['sec-ch-ua-mobile']), headers['user-agent'])
    const plain = headers.cookie === undefined ? plainKeys.get(url) : undefined
    if (plain) return plain[device]
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? '' : url.slice(mark + 1)
    const known = content.get(path, 'desktop')
    if (!known && !isUnknownPage(path)) return undefined
    if (query !== '' && asksSomething(path, query)) return undefined
    if (orderEntrances.has(path) && readApplication(headers.cookie ?? '', deps.origin))
      return undefined
    const navi = query !== '' && hidesNavigation(query) ? 'bare' : 'full'
    const name = known ? path : NOT_FOUND
    const keyFor = (on: Device, authClass: AuthClass) => `${name}|${on}|${authClass}|${navi}`
    if (known && mark === -1 && headers.cookie === undefined)
      plainKeys.set(url, {
        desktop: keyFor('desktop', 'visitor'),
        mobile: keyFor('mobile', 'visitor'),
      })
    const keyAs = (authClass: AuthClass) =>
      authClass !== 'visitor' && personal.has(path) ? undefined : keyFor(device, authClass)
    const authClass = authClasses.of(headers.cookie)
    return typeof authClass === 'string' ? keyAs(authClass) : authClass.then(keyAs)
  }

  /** A page that has aged is shown once more while it is made anew. */
  function get(key: string): CachedPage | undefined {
    const page = cache.get(key)
    if (page && cache.isStale(page)) cache.refresh(key, () => render(key))
    return page
  }

  return {
    keyOf,
    get,
    fill: (key: string) => cache.fill(key, () => render(key)),
    size: cache.size,
    bytes: cache.bytes,
  }
}

/**
 * Rendered from the key alone: no cookie and no session of the one who happened to ask, so that nothing personal can
 * get into a page that is everybody's.
 */
async function renderForAll(deps: PublicPagesDeps, key: string) {
  const [path = NOT_FOUND, device, authClass, navi] = key.split('|')
  const url = new URL(path === NOT_FOUND ? '/not-found' : path, deps.origin)
  if (navi === 'bare') url.searchParams.set('navi', 'none')
  const request = new Request(url, {
    headers: { 'sec-ch-ua-mobile': device === 'mobile' ? '?1' : '?0' },
  })
  const facts = { traceKey: randomUUID(), now: deps.now(), signedIn: undefined }
  const page = await deps.pages.render(request, facts, { shared: authOf(authClass) })
  const html = await page.response.text()
  const response = new Response(html, {
    status: page.response.status,
    headers: {
      ...securityHeaders(deps.origins),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(deps.origins, hashesOf(html)),
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie, User-Agent, Sec-CH-UA-Mobile',
    },
  })
  return { response, isWhole: page.isWhole }
}

/** Whether a path is no page of ours, so that it is answered by the one page for whatever is not found. */
function unknownPages({ build, isTaken }: PublicPagesDeps) {
  const routes = toRouteObjects(build)
  return (path: string) => {
    if (isTaken(path)) return false
    if (!isDecodable(path)) return true
    const match = matchRoutes(routes, path)
    return match === null || match.at(-1)?.route.path === '*'
  }
}

/** Names by which a page's query says what to show: with one of them the page is rendered for the request. */
const simulatorNames = ['gb', 'lines', 'kind', 'option', 'minutes', 'calls', 'talk', 'sms']
const searchNames = ['q', 'maker', 'sim', 'esim', 'volte', 'tethering', 'page']
const orderNames = ['plan', 'kind', 'option', 'sim', 'terminal', 'deleted']
const namesOf = new Map([
  ['/fee', simulatorNames],
  ['/fee/', simulatorNames],
  ['/doc/terminallist.html', searchNames],
  ['/order', orderNames],
  ['/order/', orderNames],
])

function asksSomething(path: string, query: string): boolean {
  const names = namesOf.get(path)
  if (!names) return false
  const given = new URLSearchParams(query)
  return names.some((name) => given.has(name))
}

/** Where one goes on with an order that this browser has begun, or that one's account has. */
const orderEntrances = new Set(['/order', '/order/'])

/** Pages with a form for those who are signed in. */
const personal = new Set([
  '/privacy_policy',
  '/privacy_policy/',
  '/pointback_transition',
  ...orderEntrances,
])

/** As the page reads it in the browser: any of the values given counts. */
function hidesNavigation(query: string): boolean {
  return new URLSearchParams(query).getAll('navi').includes('none')
}

/** `/%E0%A4%A` is no page; the router would only complain of it in the log. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
