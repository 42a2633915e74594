import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { followClock } from '#backend/clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { SchemaRefusal, migrate } from '#backend/db/migrate.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { createApp, factsOf } from './app.ts'
import { buildContent } from './content/build.ts'
import { loadContent } from './content/manifest.ts'
import { readConfig, type Config } from './config.ts'
import { createCookies } from './cookies.ts'
import { DEMO_PASSWORD, demoMembers } from './demo-members.ts'
import { startDemo } from './demo.ts'
import { checkDatabase, checkUrl, checkWorker, createHealth, type Check } from './health.ts'
import { createListener } from './listener.ts'
import { createPages } from './pages.ts'
import { createPublicPages } from './public-pages.ts'
import { createServices } from './services.ts'
import { StartRefusal } from './start-refusal.ts'
import { jobRuns, startWorker } from './worker.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Mode = 'demo' | 'dev' | 'web' | 'worker'

export type StartOptions = {
  databaseUrl: string
  port: number
  mode: Mode
  log: (line: string) => void
  /** Where the stand-ins keep their state; `.data` in the checkout. */
  dataFolder?: string
}

export type Started = {
  url?: string
  members: { loginId: string; password: string; what: string }[]
  stop: () => Promise<void>
}

/** Starts what the mode asks for, in the order in which the parts need each other. */
export async function startAll(options: StartOptions): Promise<Started> {
  const stops: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (let end = stops.pop(); end; end = stops.pop()) await end()
  }
  try {
    return await start(options, stops, stop)
  } catch (error) {
    await stop()
    if (error instanceof SchemaRefusal) throw new StartRefusal(error.message)
    throw error
  }
}

async function start(
  options: StartOptions,
  stops: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Started> {
  const demo = options.mode === 'demo' || options.mode === 'dev'
  const given = demo ? undefined : readConfig(process.env, true)
  const log = createLog(given?.LOG_LEVEL ?? 'warn')
  const database = connectDatabase({
    url: options.databaseUrl,
    onError: (err) => log.warn({ err }, 'database connection'),
  })
  stops.push(database.close)
  await migrateWith(options, database)
  const following = await followClock(database)
  stops.push(following.stop)
  const { clock } = following

  const config = given ?? (await standIns(options, stops, clock))
  const queue = await openQueue({ url: options.databaseUrl, log, worker: options.mode !== 'web' })
  stops.push(queue.stop)
  const services = createServices({ config, database, clock, queue: queue.queue, log })
  await queue.prepare(jobRuns(services).map((run) => run.job))

  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  if (options.mode !== 'web') {
    worker = await startWorker(services, queue, following.refresh)
    stops.push(worker.stop)
  }
  if (options.mode === 'worker') return { members: [], stop }
  const url = await listen(services, config, options, stops, worker?.alive)
  const members = demo
    ? demoMembers.map(({ loginId, what }) => ({ loginId, password: DEMO_PASSWORD, what }))
    : []
  return { url, members, stop }
}

/** Migrations may take longer than a request may: they get a connection of their own. */
async function migrateWith(options: StartOptions, database: DatabaseHandle) {
  const own = connectDatabase({
    url: options.databaseUrl,
    maxConnections: 1,
    queryTimeoutMs: 600_000,
  })
  try {
    const done = await migrate(own.pool)
    if (done.length > 0) options.log(`Schema brought up to date: ${done.join(', ')}`)
  } finally {
    await own.close()
  }
  return database
}

async function standIns(
  options: StartOptions,
  stops: (() => Promise<void> | void)[],
  clock: { now: () => Temporal.Instant },
): Promise<Config> {
  const demo = await startDemo({
    dataFolder: options.dataFolder ?? join(root, '.data', 'demo'),
    databaseUrl: options.databaseUrl,
    port: options.port,
    clock,
    log: () => undefined,
  })
  stops.push(demo.stop)
  return demo.config
}

async function listen(
  services: ReturnType<typeof createServices>,
  config: Config,
  options: StartOptions,
  stops: (() => Promise<void> | void)[],
  workerAlive: Check | undefined,
) {
  const clientFolder = join(root, 'build/client')
  buildContent({
    contentFolder: join(root, 'content'),
    outFolder: join(root, 'build'),
    links: {
      faq: config.FAQ_URL,
      inquiry: config.INQUIRY_URL,
      talkFaq: config.TALK_FAQ_URL,
      pointsPartner: config.POINTS_PARTNER_URL,
    },
  })
  const content = loadContent(join(root, 'build'))
  const cookies = createCookies(config.PUBLIC_URL)
  const build = await loadBuild()
  const pages = createPages({
    services,
    content,
    cookies,
    loadBuild: async () => build,
    mode: 'production',
  })
  const origins = {
    platform: [new URL(config.NAVIGATION_URL).origin, new URL(config.ANNOUNCE_SCRIPT_URL).origin],
    identityProvider: [new URL(config.OIDC_ISSUER).origin],
    https: config.PUBLIC_URL.startsWith('https:'),
  }
  const publicPages = createPublicPages({
    pages,
    content,
    cookies,
    build,
    origin: config.PUBLIC_URL,
    origins,
    findFacts: (request) => factsOf(request, services, cookies),
  })
  const health = createHealth(
    {
      database: checkDatabase(services.database),
      worker: workerAlive ?? checkWorker(services.database, services.clock),
      platform: checkUrl(`${new URL(config.OIDC_ISSUER).origin}/.well-known/openid-configuration`),
      carrier: checkUrl(config.CARRIER_URL),
    },
    ['database'],
  )
  const app = createApp({
    services,
    pages,
    cookies,
    origins,
    clientFolder,
    health,
    onFacts: publicPages.remember,
  })
  const server = createListener(app, publicPages)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, resolve)
  })
  stops.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  )
  return config.PUBLIC_URL
}

async function loadBuild(): Promise<ServerBuild> {
  const file = join(root, 'build/server/index.js')
  if (!existsSync(file))
    throw new StartRefusal('The portal is not built: run npm start, which builds it.')
  return import(pathToFileURL(file).href)
}
