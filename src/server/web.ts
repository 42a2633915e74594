import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { TokyoDate } from '#domain/tokyo.ts'
import { createApp, findSession } from './app.ts'
import { createAuthClasses } from './session/auth-classes.ts'
import { contentFiles } from './content/files.ts'
import { priceBook } from './content/price-book.ts'
import { createCookies } from './session/cookies.ts'
import { filesForMachines } from './static/for-machines.ts'
import { checkDatabase, checkUrl, checkWorker, createHealth, type Check } from './health/health.ts'
import { createGracefulEnd } from './edge/graceful-end.ts'
import { answerOn } from './edge/listener.ts'
import { areLawsKept } from './laws/kept.ts'
import type { Metrics } from './metrics/metrics.ts'
import { areMessagesSent } from '#backend/mail/waiting.ts'
import { readServiceStatus } from '#backend/outage/board.ts'
import { createOutageBoard } from './pages/outage-board.ts'
import { largeBodyOf } from './routes/photograph-routes.ts'
import { createPages } from './pages/pages.ts'
import { createPublicPages } from './pages/public-pages.ts'
import { createToday } from './pages/today.ts'
import { requestBounds, serverOptionsOf } from './edge/request-bounds.ts'
import type { Services } from './services.ts'
import { createStaticFiles } from './static/static-files.ts'
import { openBuild, openSources } from './pages/web-build.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts answering on the port: pages, API, login, callbacks, health. */
export async function startWeb(
  services: Services,
  options: {
    port: number
    development: boolean
    workerAlive: Check | undefined
    metrics?: Metrics | undefined
  },
) {
  const { config } = services
  const links = {
    faq: config.FAQ_URL,
    inquiry: config.INQUIRY_URL,
    talkFaq: config.TALK_FAQ_URL,
    pointsPartner: config.POINTS_PARTNER_URL,
  }
  const today = createToday(services.clock.now)
  const day = { today, bookOf: (on: TokyoDate) => priceBook(on, services.book) }
  const server = createServer(serverOptionsOf(requestBounds))
  const web = options.development
    ? await openSources(root, links, day, server)
    : await openBuild(root, links, day)
  const cookies = createCookies(config.PUBLIC_URL)
  const board = createOutageBoard({
    read: () => readServiceStatus(services.database.db, services.clock.now()),
    onFailure: (err) => services.log.warn({ err }, 'outage board'),
  })
  // The first page waits for it, but not for a database that is down.
  await board.look()
  const edition = () => `${today()} ${board.edition()}`
  const pages = createPages({
    services,
    outages: board.known,
    content: web.content,
    loadBuild: web.load,
    mode: options.development ? 'development' : 'production',
  })
  const origins = {
    platform: [
      ...new Set([
        new URL(config.NAVIGATION_URL).origin,
        new URL(config.ANNOUNCE_SCRIPT_URL).origin,
      ]),
    ],
    platformScripts: [config.ANNOUNCE_SCRIPT_URL],
    // Where a form may lead in the end: the login, the card page, the identity reader, receiving carriers.
    identityProvider: [
      ...new Set([
        new URL(config.OIDC_ISSUER).origin,
        new URL(config.IDENTITY_URL).origin,
        new URL(config.CARD_UPDATE_URL).origin,
        // Linking is a form too: without script its answer leads the browser to the partner's login.
        new URL(config.POINTS_ISSUER).origin,
        ...config.ONE_STOP_RETURN_ORIGINS,
      ]),
    ],
    reporting: [config.ERROR_REPORT_DSN, config.LOG_POST_URL].flatMap((address) =>
      address === undefined ? [] : [new URL(address).origin],
    ),
    https: config.PUBLIC_URL.startsWith('https:'),
  }
  const files = createStaticFiles({
    folder: web.clientFolder,
    made: () => [
      ...contentFiles(web.content),
      ...filesForMachines(web.content, config.PUBLIC_URL, board.known().status?.incidents ?? []),
    ],
    origins,
    development: options.development,
    edition,
  })
  /** First parts of the paths that the layers behind the cache answer, found or not. */
  const taken = new Set(['assets'])
  const publicPages = createPublicPages({
    pages,
    content: web.content,
    authClasses: createAuthClasses({
      cookies,
      sessions: services.sessions,
      find: (secret) => findSession(services, secret),
      onFailure: (err) => services.log.warn({ err }, 'session of a public page'),
    }),
    build: await web.load(),
    origin: config.PUBLIC_URL,
    origins,
    now: services.clock.now,
    edition,
    onFailure: (err) => services.log.warn({ err }, 'public page'),
    enabled: !options.development,
    isTaken: (path) =>
      taken.has(path.split('/', 2)[1] ?? '') || path.endsWith('.data') || files.has(path),
  })
  const health = createHealth(
    {
      database: checkDatabase(services.database),
      worker: options.workerAlive ?? checkWorker(services.database, services.clock),
      platform: checkUrl(`${new URL(config.OIDC_ISSUER).origin}/.well-known/openid-configuration`),
      carrier: checkUrl(config.CARRIER_URL),
      laws: () => areLawsKept(services.database),
      messages: () => areMessagesSent(services.database.db),
    },
    ['database', 'worker'],
  )
  const app = createApp({
    services,
    pages,
    cookies,
    origins,
    health,
    isPublicPage: (path) => web.content.get(path, 'desktop') !== undefined,
    development: options.development,
  })
  for (const { path } of app.routes) taken.add(path.split('/', 2)[1] ?? '')
  const edge = {
    origin: config.PUBLIC_URL,
    origins,
    bounds: requestBounds,
    largeBodyOf: largeBodyOf(services, cookies),
  }
  answerOn(server, edge, app, publicPages, files, web.middleware)
  options.metrics?.measureRequests(server)
  const end = createGracefulEnd(server, config.DRAIN_SECONDS * 1000)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: config.HOST }, resolve)
  })
  return {
    url: config.PUBLIC_URL,
    ownUrl: `http://${addressToAsk(config.HOST)}:${options.port}`,
    stop: async () => {
      board.stop()
      // In development it holds sockets of ours open.
      await web.close()
      await end()
    },
  }
}

/** Where a server that listens on `host`, or on every address, can be reached from this machine. */
function addressToAsk(host: string | undefined): string {
  if (host === undefined || host === '::' || host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
