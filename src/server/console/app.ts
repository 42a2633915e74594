import { randomUUID } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { RefusalError } from '#backend/refusal.ts'
import { withTrace } from '#backend/trace.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { noStoreResponseHeaders, traceKeyHeader } from '#protocol/http.ts'
import { clientAddressOf, trustedProxies } from '../edge/client-address.ts'
import { compressAnswer } from '../edge/compression.ts'
import { formFault } from '../edge/form-fault.ts'
import { isForPrograms, plainRefusal } from '../edge/plain-answer.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  type SecurityOrigins,
} from '../edge/security-headers.ts'
import type { ConsoleCookies } from './cookies.ts'
import { consoleLoginRoutes } from './login-routes.ts'
import type { ConsolePages } from './pages.ts'
import type { ConsoleServices } from './services.ts'

export type ConsoleAppOptions = {
  services: ConsoleServices
  cookies: ConsoleCookies
  origins: SecurityOrigins
  pages: ConsolePages
  health: () => Promise<Response>
  ready: () => Promise<Response>
}

const pageMethods = new Set(['GET', 'HEAD', 'POST'])

/** Everything of the console but its files, in the order a request meets it. It shares no address with the member web. */
export function createConsoleApp(options: ConsoleAppOptions) {
  const { services, cookies, origins } = options
  const app = new Hono<ServerEnv>()
  app.use(frameOf(options))
  app.use(refuseForeignForms(options))
  app.on('GET', ['/health', '/health/'], () => options.health())
  app.get('/health/ready', () => options.ready())
  app.get('/health/live', () => Response.json({ status: 'ok' }))
  app.all('/api/*', (c) => services.apiApp.fetch(c.req.raw, c.get('facts')))
  app.route('/', consoleLoginRoutes(services, cookies))
  app.all('*', (c) => answerPage(c, options))
  app.onError((error, c) => answerError(error, c, { services, origins }))
  return app
}

/** Who asks, when, and under which trace key; on every answer the headers, and that nobody stores it. */
function frameOf({ services, cookies, origins }: ConsoleAppOptions): MiddlewareHandler<ServerEnv> {
  const proxies = trustedProxies(services.portal.TRUSTED_PROXIES)
  return async (c, next) => {
    const traceKey = randomUUID()
    const began = performance.now()
    await withTrace(traceKey, async () => {
      const secret = cookies.read(c.req.header('cookie'), 'session')
      // Asked of the directory too, once a quarter of an hour: health and login pages do without.
      const isForNobody = c.req.path.startsWith('/health')
      const staff = secret && !isForNobody ? await services.findSession(secret) : undefined
      const now = services.clock.now()
      const address = clientAddressOf(c, proxies)
      c.set('facts', { traceKey, now, signedIn: undefined, staff, address })
      await next()
    })
    const always = {
      ...securityHeaders(origins),
      ...noStoreResponseHeaders,
      [traceKeyHeader]: traceKey,
    }
    for (const [name, value] of Object.entries(always)) c.res.headers.set(name, value)
    if (!c.res.headers.has('Content-Security-Policy'))
      c.res.headers.set('Content-Security-Policy', contentSecurityPolicy(origins))
    const answer = await compressAnswer(c.req.raw, c.res)
    // Hono would copy the headers of the answer it replaces over the new ones.
    c.res = undefined
    c.res = answer
    const { method, path } = c.req
    if (path.startsWith('/health')) return
    const ms = Math.round(performance.now() - began)
    const staffId = c.get('facts')?.staff?.staffId
    services.log.info({ traceKey, method, path, status: answer.status, ms, staffId }, 'answered')
  }
}

/** What is posted to a page is a form of the console itself, or nothing is asked about it. */
function refuseForeignForms({
  services,
  origins,
}: Pick<ConsoleAppOptions, 'services' | 'origins'>): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { path } = c.req
    if (c.req.method !== 'POST' || isForPrograms(path)) return next()
    const sender = { origin: c.req.header('origin'), fetchSite: c.req.header('sec-fetch-site') }
    const fault = services.forgery.isFromOurOrigin(sender)
      ? await formFault(c.req.raw)
      : 'FORGERY_SUSPECTED'
    if (fault === undefined) return next()
    const { traceKey } = c.get('facts')
    services.log.info({ traceKey, code: fault, path }, 'request refused')
    return refused(fault, { path, traceKey, origins })
  }
}

async function answerPage(c: Context<ServerEnv>, { pages, origins }: ConsoleAppOptions) {
  if (!pageMethods.has(c.req.method))
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
  const nonce = randomUUID()
  const response = await pages.render(c.req.raw, c.get('facts'), nonce)
  const allowed = [`'nonce-${nonce}'`]
  response.headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(origins, { scripts: allowed, styles: allowed }),
  )
  return response
}

function answerError(
  error: Error,
  c: Context<ServerEnv>,
  { services, origins }: Pick<ConsoleAppOptions, 'services' | 'origins'>,
) {
  const traceKey = c.get('facts')?.traceKey ?? randomUUID()
  const { path } = c.req
  if (error instanceof RefusalError) {
    services.log.info({ traceKey, code: error.code, path }, 'request refused')
    const headers: Record<string, string> =
      error.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(error.retryAfterSeconds) }
    return refused(error.code, { path, traceKey, origins, headers })
  }
  services.log.error({ err: error, traceKey, path }, 'request failed')
  return refused(isDatabaseOutage(error) ? 'UNAVAILABLE' : 'INTERNAL', { path, traceKey, origins })
}

function refused(code: ErrorCode, asked: Parameters<typeof plainRefusal>[1]) {
  const { status, headers, body } = plainRefusal(code, asked)
  return new Response(body, { status, headers })
}
