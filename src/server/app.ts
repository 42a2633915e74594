import { withTrace } from '#backend/trace.ts'
import { randomUUID } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { RequestFacts } from '#backend/wire.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Api } from '#protocol/endpoint.ts'
import { readApplication, traceKeyHeader } from '#protocol/http.ts'
import { openApiDocument } from '#protocol/openapi.ts'
import { authRoutes } from './session/auth-routes.ts'
import { findSession, usesLogin } from './session/find-session.ts'
import { browserLogRoutes } from './routes/browser-log-routes.ts'
import { callbackRoutes } from './routes/callback-routes.ts'
import { cardRoutes, partnerRoutes } from './routes/return-routes.ts'
import { clientAddressOf, trustedProxies } from './edge/client-address.ts'
import { compressAnswer } from './edge/compression.ts'
import type { Cookies } from './session/cookies.ts'
import { takeStoredOfEnded } from './session/own-session.ts'
import { formFault } from './edge/form-fault.ts'
import { handOffRoutes } from './routes/hand-off-routes.ts'
import { mailLinkRoutes, noticeOpenRoutes } from './routes/mail-link-routes.ts'
import { stopRoutes } from './routes/stop-routes.ts'
import { successionRoutes } from './routes/succession-routes.ts'
import { widgetRoutes } from './routes/widget-routes.ts'
import { mcpRoutes, openApiRoutes } from './routes/open-api-routes.ts'
import { isOfPrograms } from './routes/programs.ts'
import { oauthRoutes } from './routes/oauth-routes.ts'
import { oneStopRoutes } from './routes/one-stop-routes.ts'
import { takesFiles } from './routes/large-body.ts'
import { photographRoutes } from './routes/photograph-routes.ts'
import { memberFileRoutes } from './routes/member-file-routes.ts'
import type { Pages } from './pages/pages.ts'
import { isForPrograms, plainAnswer, plainRefusal } from './edge/plain-answer.ts'
import type { ServerEnv } from './edge/request-facts.ts'
import { createCallCounter } from './edge/call-counter.ts'
import { callLimit, type Figures } from './edge/request-limits.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  type SecurityOrigins,
} from './edge/security-headers.ts'
import type { Services } from './services.ts'

export type AppOptions = {
  /** Vite's hot updates need inline scripts and sockets: no content policy there. */
  development: boolean
  services: Services
  pages: Pages
  cookies: Cookies
  origins: SecurityOrigins
  health: () => Promise<Response>
  /** Whether requests may come here: unlike health it asks for nothing but what this process needs itself. */
  ready: () => Promise<Response>
  /** Pages for everybody: without the database they are shown as to a visitor. */
  isPublicPage: (path: string) => boolean
  /** Of one program's calls; that of production, if not given. */
  callLimit?: Figures
  /** What is known of the operations that programs call: other facts in tests. */
  wire?: Api
}

/** Asked every few seconds by machines: not a line each. */
const isOfOperation = (path: string) => path.startsWith('/health')
const noStore = { 'Cache-Control': 'no-store' }

const pageMethods = new Set(['GET', 'HEAD', 'POST'])

/** Everything that is not answered from the page cache, in the order a request meets it. */
export function createApp(options: AppOptions) {
  const { services, cookies } = options
  const app = new Hono<ServerEnv>()
  app.use(frameOf(options))
  app.use(refuseNoForm(options))

  app.on('GET', ['/health', '/health/'], () => options.health())
  app.get('/health/ready', () => options.ready())
  app.get('/health/live', () => Response.json({ status: 'ok' }, { headers: noStore }))
  app.get('/api/openapi.json', (c) =>
    c.body(JSON.stringify(openApiDocument), 200, { 'Content-Type': 'application/json' }),
  )
  const calls = createCallCounter(options.callLimit ?? callLimit)
  app.route('/', openApiRoutes(services, calls, options.wire))
  app.route('/', mcpRoutes(services, calls))
  app.all('/api/*', (c) => services.apiApp.fetch(c.req.raw, c.get('facts')))
  app.route('/', oauthRoutes(services, options.origins))
  app.route('/', callbackRoutes(services))
  app.route('/', browserLogRoutes(services))
  app.route('/', handOffRoutes(services))
  app.route('/', cardRoutes(services))
  app.route('/', oneStopRoutes(services))
  app.route('/', partnerRoutes(services, cookies))
  app.route('/', memberFileRoutes(services))
  app.route('/', noticeOpenRoutes(services))
  app.route('/', widgetRoutes(services, options.origins))
  app.route('/', photographRoutes(services, cookies))
  app.route('/', successionRoutes(services, cookies))
  app.route('/', authRoutes(services, cookies))
  app.route('/', stopRoutes(services))
  app.route('/', mailLinkRoutes(services))

  app.all('*', (c) => answerPage(c, options))
  app.onError((error, c) => answerError(error, c, options))
  return app
}

/** Who asks, when, and under which trace key; security headers on whatever is answered, and a line of the log. */
function frameOf(options: AppOptions): MiddlewareHandler<ServerEnv> {
  const { services, cookies, origins } = options
  const proxies = trustedProxies(services.config.TRUSTED_PROXIES)
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const canBeVisitors = isRead && options.isPublicPage(c.req.path)
    const traceKey = randomUUID()
    const began = performance.now()
    await withTrace(traceKey, async () => {
      const facts = await factsOf(c.req.raw, services, cookies, traceKey).catch(
        (error: unknown) => {
          if (!canBeVisitors || !isDatabaseOutage(error)) throw error
          return { traceKey, now: services.clock.now(), signedIn: undefined }
        },
      )
      c.set('facts', { ...facts, address: clientAddressOf(c, proxies) })
      await next()
    })
    for (const [name, value] of Object.entries(securityHeaders(origins)))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (options.development) c.res.headers.delete('Content-Security-Policy')
    else if (!c.res.headers.has('Content-Security-Policy'))
      c.res.headers.set('Content-Security-Policy', contentSecurityPolicy(origins))
    const answer = await compressAnswer(c.req.raw, c.res)
    if (!answer.headers.has(traceKeyHeader)) answer.headers.set(traceKeyHeader, traceKey)
    // Hono would copy the headers of the answer it replaces over the new ones.
    c.res = undefined
    c.res = answer
    if (isOfOperation(c.req.path)) return
    const { method, path } = c.req
    const ms = Math.round(performance.now() - began)
    services.log.info({ traceKey, method, path, status: answer.status, ms }, 'answered')
  }
}

/** What is posted to a page is a form of ours, or nothing is asked about it. */
function refuseNoForm({ services, origins }: AppOptions): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { path } = c.req
    if (c.req.method !== 'POST' || isForPrograms(path)) return next()
    const fault = isFromElsewhere(c.req.raw.headers, services)
      ? 'FORGERY_SUSPECTED'
      : // A file is not read twice: its own route says what is wrong with it.
        takesFiles(path)
        ? undefined
        : await formFault(c.req.raw)
    if (fault === undefined) return next()
    const { traceKey } = c.get('facts')
    services.log.info({ traceKey, code: fault, path }, 'request refused')
    return refusal(fault, { path, traceKey, origins })
  }
}

async function answerPage(c: Context<ServerEnv>, options: AppOptions) {
  const { pages, origins, services, cookies } = options
  if (!pageMethods.has(c.req.method))
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
  const nonce = randomUUID()
  const { response } = await pages.render(c.req.raw, c.get('facts'), { nonce })
  await takeStoredOfEnded(c, response, services, cookies)
  const allowed = [`'nonce-${nonce}'`]
  response.headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(origins, { scripts: allowed, styles: allowed }),
  )
  if (!response.headers.has('Cache-Control'))
    response.headers.set('Cache-Control', 'private, no-store')
  return response
}

function answerError(error: Error, c: Context<ServerEnv>, { services, origins }: AppOptions) {
  const facts = c.get('facts')
  const traceKey = facts?.traceKey ?? randomUUID()
  const { path } = c.req
  if (error instanceof RefusalError) {
    services.log.info({ traceKey, code: error.code, path }, 'request refused')
    return refusal(error.code, { path, traceKey, origins, headers: retryAfter(error) })
  }
  services.log.error({ err: error, traceKey, path }, 'request failed')
  const outage = isDatabaseOutage(error)
  const { status, headers, body } = plainAnswer(
    outage ? 'UNAVAILABLE' : 'INTERNAL',
    outage ? outagePage : failurePage,
    { path, traceKey, origins, ...(outage && { headers: { 'Retry-After': '5' } }) },
  )
  return new Response(body, { status, headers })
}

/**
 * A form of another site. The same question as at the API, and asked before React Router, which would answer it with an
 * English line; a program that names no origin is refused by the API, where the change is made.
 */
function isFromElsewhere(headers: Headers, { forgery }: Services): boolean {
  const origin = headers.get('origin') ?? undefined
  const fetchSite = headers.get('sec-fetch-site') ?? undefined
  const saysWhere = origin !== undefined || fetchSite !== undefined
  return saysWhere && !forgery.isFromOurOrigin({ origin, fetchSite })
}

export async function factsOf(
  request: Request,
  services: Services,
  cookies: Cookies,
  traceKey: string = randomUUID(),
): Promise<RequestFacts> {
  const now = services.clock.now()
  // A program shows what it was given, whatever a browser's cookies say.
  if (isOfPrograms(new URL(request.url).pathname)) return { traceKey, now, signedIn: undefined }
  const secret = cookies.read(request.headers.get('cookie'), 'session')
  const signedIn = secret ? await findSession(services, secret, usesLogin(request)) : undefined
  const applicationSecret = readApplication(
    request.headers.get('cookie') ?? '',
    services.config.PUBLIC_URL,
  )
  const isOver = !signedIn && secret !== undefined && services.sessions.isOurs(secret)
  const overSessionHash = isOver ? hashSecret(secret) : undefined
  return { traceKey, now, signedIn, applicationSecret, overSessionHash }
}

function refusal(...asked: Parameters<typeof plainRefusal>) {
  const { status, headers, body } = plainRefusal(...asked)
  return new Response(body, { status, headers })
}

function retryAfter({ retryAfterSeconds: seconds }: RefusalError): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

const outagePage = {
  title: 'ただいま接続できません',
  text: 'ただいまサービスに接続できません。数分おいてから、もう一度お試しください。お手続きの途中だった場合も、受け付けは一度だけ行われます。',
}
const failurePage = {
  title: '表示できませんでした',
  text: 'サーバーでエラーが発生しました。しばらくしてから、もう一度お試しください。',
}
