import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { BehindPages, Door } from './behind-pages.ts'
import type { Foundation } from './foundation.ts'
import { memoize } from './memoize.ts'
import { findSession } from './session/find-session.ts'
import { createAuthClasses } from './session/auth-classes.ts'
import { contentFiles } from './content/manifest.ts'
import { openPriceFiles } from './content/open-prices.ts'
import { priceBooks } from './content/price-book.ts'
import { createCookies } from './session/cookies.ts'
import { workerTakenBack } from './static/web-manifest.ts'
import { filesForMachines } from './static/for-machines.ts'
import { createGracefulEnd } from './edge/graceful-end.ts'
import { addressToAsk } from './edge/address-to-ask.ts'
import { answerOn } from './edge/listener.ts'
import { listenAt } from '#process/listen-at.ts'
import { timeAnswers } from './metrics/answer-times.ts'
import { plainRefusal } from './edge/plain-answer.ts'
import { readServiceStatus } from '#backend/outage/public.ts'
import { createOutageBoard } from './pages/outage-board.ts'
import { largeBodyOf } from './routes/large-body.ts'
import { createPages } from './pages/pages.ts'
import { createPublicPages } from './pages/public-pages.ts'
import { createToday } from './pages/today.ts'
import { requestBounds, serverOptionsOf } from './edge/request-bounds.ts'
import { createStaticFiles } from './static/static-files.ts'
import { openBuild, openSources } from './pages/web-build.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A process that nobody asks anything loads the rest after this. */
const LOAD_AFTER_SILENCE_MS = 500

type WebOptions = {
  port: number
  development: boolean
  behind: (door: Door) => BehindPages | Promise<BehindPages>
}

/**
 * Starts answering on the port: stored pages and files at once; API, login, callbacks, my page and health as soon as
 * `behind` is there. Whoever asks for one of these before waits for it.
 */
export async function startWeb(services: Foundation, options: WebOptions) {
  const { config, log } = services
  const { development } = options
  const server = createServer(serverOptionsOf(requestBounds))
  const today = createToday(services.clock.now)
  const web = await openWeb(services, development, today, server)
  const cookies = createCookies(config.PUBLIC_URL)
  const board = openBoard(services)
  // The first page waits for it, but not for a database that is down.
  await board.look()
  const edition = () => `${today()} ${board.edition()}`
  const origins = originsOf(config)
  const rest = loadedLater(() => Promise.all([options.behind(door), web.load()]))
  const pages = createPages({
    services,
    behind: async () => (await rest.loaded()).services,
    outages: board.known,
    content: web.content,
    loadBuild: web.load,
    mode: development ? 'development' : 'production',
  })
  const files = createStaticFiles({
    folder: web.clientFolder,
    made: () => [
      ...contentFiles(web.content),
      ...openPriceFiles(services.book, web.content.pages(), config.PUBLIC_URL),
      ...filesForMachines(web.content, config.PUBLIC_URL, board.known().status?.incidents ?? []),
      ...(config.APP_WORKER === 'off' ? [workerTakenBack()] : []),
    ],
    origins,
    development,
    edition,
  })
  const publicPages = createPublicPages({
    pages,
    content: web.content,
    authClasses: authClassesOf(services, cookies),
    build: web,
    origin: config.PUBLIC_URL,
    origins,
    now: services.clock.now,
    edition,
    onFailure: (err) => log.warn({ err }, 'public page'),
    enabled: !development,
    isTaken: (path) => rest.isTaken(path) || path.endsWith('.data') || files.has(path),
  })
  const door = {
    answerTimes: config.METRICS_PORT === undefined ? undefined : timeAnswers(server),
    pages,
    cookies,
    origins,
    isPublicPage: (path: string) => web.content.get(path, 'desktop') !== undefined,
    development,
  }
  const edge = {
    origin: config.PUBLIC_URL,
    origins,
    bounds: requestBounds,
    largeBodyOf: largeBodyOf(services, cookies),
  }
  answerOn(server, edge, appOf(rest, origins), publicPages, files, web.middleware)
  const end = createGracefulEnd(server, config.DRAIN_SECONDS * 1000)
  const firstAnswer = answerOrSilence(server, LOAD_AFTER_SILENCE_MS)
  await listenAt(server, { variable: 'PORT', port: options.port, host: config.HOST })
  return {
    url: config.PUBLIC_URL,
    ownUrl: `http://${addressToAsk(config.HOST)}:${options.port}`,
    /** The first page is out, or nobody has come for one: time to load the rest. */
    firstAnswer,
    /** Resolves when everything is answered. */
    open: async () => void (await rest.loaded()),
    stop: async () => {
      board.stop()
      // In development it holds sockets of ours open.
      await web.close()
      // What could not load the rest has nothing to wait for.
      await end(rest.now() ? undefined : 0)
    },
  }
}

/** The pages' program and the texts of content/: the build, or the sources themselves. */
function openWeb(
  { config, book }: Foundation,
  development: boolean,
  today: () => TokyoDate,
  server: Server,
) {
  const links = {
    site: config.PUBLIC_URL,
    faq: config.FAQ_URL,
    inquiry: config.INQUIRY_URL,
    talkFaq: config.TALK_FAQ_URL,
    pointsPartner: config.POINTS_PARTNER_URL,
  }
  const day = { today, bookOf: priceBooks(book) }
  return development ? openSources(root, links, day, server) : openBuild(root, links, day)
}

const openBoard = ({ database, clock, log }: Foundation) =>
  createOutageBoard({
    read: () => readServiceStatus(database.db, clock.now()),
    onFailure: (err) => log.warn({ err }, 'outage board'),
  })

const authClassesOf = (services: Foundation, cookies: ReturnType<typeof createCookies>) =>
  createAuthClasses({
    cookies,
    sessions: services.sessions,
    find: (secret) => findSession(services, secret),
    onFailure: (err) => services.log.warn({ err }, 'session of a public page'),
  })

type Rest = ReturnType<typeof loadedLater>

/** What a start loads when its first page is out, and the first parts of the paths that it answers, found or not. */
function loadedLater(load: () => Promise<[BehindPages, unknown]>) {
  const taken = new Set(['assets'])
  let opened: BehindPages | undefined
  const open = memoize(async () => {
    const [behind] = await load()
    for (const { path } of behind.app.routes) taken.add(firstPart(path))
    opened = behind
    return behind
  })
  return {
    now: () => opened,
    loaded: async () => opened ?? (await open()),
    isTaken: (path: string) => opened === undefined || taken.has(firstPart(path)),
  }
}

const firstPart = (path: string) => path.split('/', 2)[1] ?? ''

const appOf = (rest: Rest, origins: ReturnType<typeof originsOf>) => ({
  fetch: async (...asked: Parameters<BehindPages['app']['fetch']>) => {
    const behind = rest.now() ?? (await rest.loaded().catch(() => undefined))
    return behind ? behind.app.fetch(...asked) : notLoaded(asked[0], origins)
  },
})

/** Whom pages may load from, send forms to and report to. */
function originsOf(config: Foundation['config']) {
  return {
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
}

/** For whoever asks for what could not be loaded. */
function notLoaded(request: Request, origins: ReturnType<typeof originsOf>): Response {
  const { pathname: path } = new URL(request.url)
  const { body, ...answer } = plainRefusal('UNAVAILABLE', { path, traceKey: randomUUID(), origins })
  return new Response(body, answer)
}

/** Resolves when the first request has its answer, or when none has come for so long after the server began to listen. */
function answerOrSilence(server: Server, silenceMs: number): Promise<void> {
  return new Promise((resolve) => {
    let silence: NodeJS.Timeout | undefined
    server.once('listening', () => {
      silence = setTimeout(resolve, silenceMs).unref()
    })
    server.prependOnceListener('request', (_, outgoing) => {
      clearTimeout(silence)
      outgoing.once('close', resolve)
    })
  })
}
