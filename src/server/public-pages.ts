import type { IncomingMessage } from 'node:http'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RequestFacts } from '#backend/mount.ts'
import type { Content } from './content/manifest.ts'
import type { Cookies } from './cookies.ts'
import { deviceOf } from './device.ts'
import { createPageCache } from './page-cache.ts'
import type { Pages } from './pages.ts'
import {
  contentSecurityPolicy,
  scriptHashes,
  securityHeaders,
  type SecurityOrigins,
} from './security-headers.ts'

export type PublicPages = ReturnType<typeof createPublicPages>

type AuthClass = 'visitor' | 'account' | 'member'

/** How long a cookie's auth class is believed for choosing the header's buttons; my page asks anew each time. */
const CLASS_SECONDS = 30
const MAX_CLASSES = 10_000

/** Which public pages may be answered from the cache, under which key, and how they are made. */
export function createPublicPages(deps: {
  pages: Pages
  content: Content
  cookies: Cookies
  build: ServerBuild
  origin: string
  origins: SecurityOrigins
  findFacts: (request: Request) => Promise<RequestFacts>
  /** Off in development, where every request shows the newest source. */
  enabled: boolean
  /** Paths of the files served beside the pages (favicon and the like): another layer answers them. */
  files: ReadonlySet<string>
}) {
  const { content, cookies } = deps
  const cache = createPageCache()
  const routes = toRouteObjects(deps.build)
  const classes = new Map<string, { authClass: AuthClass; until: number }>()

  /** The cache key of a request, or undefined when it must not be answered from the cache. */
  function keyOf(incoming: IncomingMessage): string | undefined {
    if (!deps.enabled) return undefined
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return undefined
    const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2)
    const known = content.get(path, 'desktop')
    if (!known && !isUnknownPage(path)) return undefined
    if (query !== '' && takesQuery.has(path)) return undefined
    const authClass = classOf(incoming.headers.cookie)
    if (!authClass) return undefined
    const device = deviceOf(new Headers(pick(incoming)))
    const navi = query === 'navi=none' || query.split('&').includes('navi=none') ? 'bare' : 'full'
    return [known ? path : '(not found)', device, authClass, navi].join('|')
  }

  /** Visitors have no session cookie; for the others the class is looked up once and believed for a moment. */
  function classOf(cookieHeader: string | undefined): AuthClass | undefined {
    const secret = cookies.read(cookieHeader, 'session')
    if (!secret) return 'visitor'
    const kept = classes.get(secret)
    return kept && kept.until > performance.now() ? kept.authClass : undefined
  }

  function remember(cookieHeader: string | undefined, facts: RequestFacts) {
    const secret = cookies.read(cookieHeader, 'session')
    if (!secret) return
    if (classes.size >= MAX_CLASSES) classes.clear()
    const { signedIn } = facts
    const authClass = signedIn ? (signedIn.contractId ? 'member' : 'account') : 'visitor'
    classes.set(secret, { authClass, until: performance.now() + CLASS_SECONDS * 1000 })
  }

  function isUnknownPage(path: string) {
    const match = matchRoutes(routes, path)
    return (
      !reserved.test(path) &&
      !deps.files.has(path) &&
      (match === null || match.at(-1)?.route.path === '*')
    )
  }

  async function fill(key: string, incoming: IncomingMessage) {
    return cache.fill(key, async () => {
      const path = key.startsWith('(') ? '/not-found' : (key.split('|')[0] ?? '/')
      const url = new URL(path, deps.origin)
      if (key.endsWith('|bare')) url.searchParams.set('navi', 'none')
      const request = new Request(url, { headers: pick(incoming) })
      const facts = await deps.findFacts(request)
      const response = await deps.pages.render(request, facts, undefined)
      const html = await response.text()
      const policy = contentSecurityPolicy(deps.origins, scriptHashes(html))
      return new Response(html, {
        status: response.status,
        headers: {
          ...securityHeaders(deps.origins),
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy,
          'Cache-Control': 'private, no-cache',
          Vary: 'Accept-Encoding, Cookie, User-Agent, Sec-CH-UA-Mobile',
        },
      })
    })
  }

  return { keyOf, get: cache.get, fill, remember, clear: cache.clear, size: cache.size }
}

/** Pages whose query says what to show: with one they are rendered for the request. */
const takesQuery = new Set(['/fee', '/fee/', '/doc/terminallist.html'])
/** What other layers answer, found or not. */
const reserved = /^\/(api|auth|assets|health|callbacks|mypage|gallery)(\/|$)|\.data$/

function pick(incoming: IncomingMessage) {
  const names = ['cookie', 'user-agent', 'sec-ch-ua-mobile'] as const
  return names.flatMap((name): [string, string][] => {
    const value = incoming.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
}

function toRouteObjects(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    if (route.index) return [{ id: route.id, index: true, path: route.path }]
    return [{ id: route.id, path: route.path, children: toRouteObjects(build, route.id) }]
  })
}
