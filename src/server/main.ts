import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followClock, realClock } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { SchemaRefusal, isUpToDate, migrate } from '#backend/db/migrate.ts'
import { openQueue, openSender } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { readConfig } from './config/config.ts'
import type { InFront } from './demo/demo.ts'
import { DEMO_PASSWORD, demoMembers } from './demo/demo-members.ts'
import { checkSealingKeys } from './resealing/known-keys.ts'
import { createServices, type Services } from './services.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { startWeb } from './web.ts'
import { jobRuns, startWorker } from './worker.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const notFollowing = { clock: realClock, refresh: async () => undefined, stop: () => undefined }

export type Mode = 'demo' | 'dev' | 'web' | 'worker'

export type StartOptions = {
  databaseUrl: string
  port: number
  mode: Mode
  log: (line: string) => void
  /** Where the stand-ins keep their state; `.data` in the checkout. */
  dataFolder?: string
  /** Demo only. */
  inFront?: InFront | undefined
}

export type Started = {
  /** Where visitors reach it. */
  url?: string
  /** Where this process answers, whatever is in front of it. */
  ownUrl?: string
  members: { loginId: string; password: string; what: string }[]
  services: Services
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
  // Connecting takes as long as several questions: the first connection is there when the schema has been compared.
  database.pool.query('select').catch(() => undefined)
  if (!(await isUpToDate(database.pool))) await migrateWith(options)
  // Time in production is real, whatever the database says: the clock's setting is the demo's.
  const following = given ? notFollowing : await followClock(database)
  stops.push(following.stop)
  const { clock } = following

  // The stand-ins and the past of the demo are not even loaded in production.
  const seed = demo ? await import('./seed/seed-demo.ts') : undefined
  await seed?.refuseForeign(database.db)
  const unseeded = seed !== undefined && (await seed.isUnseeded(database.db))
  const { config, goLive } = given
    ? { config: given, goLive: () => undefined }
    : await standIns(options, stops, clock, unseeded)
  const jobs = () => jobRuns(services).map((run) => run.job)
  const toQueue = { url: options.databaseUrl, log }
  const queue = options.mode === 'web' ? undefined : await openQueue({ ...toQueue, worker: true })
  const sender = queue ?? openSender({ ...toQueue, jobs })
  stops.push(sender.stop)
  const services = createServices({
    config,
    database,
    clock,
    loginClock: realClock,
    queue: sender.queue,
    log,
  })
  await checkSealingKeys(database.db, services.sealing)
  await queue?.prepare(jobs())
  if (unseeded) await seed.seedDemo(services, options.log)
  goLive()

  const metrics = await startMetrics(services, stops)
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  if (queue) {
    worker = await startWorker(services, queue, following.refresh)
    stops.push(worker.stop)
  }
  if (options.mode === 'worker') return { members: [], services, stop }
  const web = await startWeb(services, {
    port: options.port,
    development: options.mode === 'dev',
    workerAlive: worker?.alive,
    metrics,
  })
  stops.push(web.stop)
  const members = demo
    ? demoMembers.map(({ loginId, what }) => ({ loginId, password: DEMO_PASSWORD, what }))
    : []
  return { url: web.url, ownUrl: web.ownUrl, members, services, stop }
}

/** Loaded and measured only where they are asked for. */
async function startMetrics(services: Services, stops: (() => Promise<void> | void)[]) {
  const { METRICS_PORT: port, HOST: host } = services.config
  if (port === undefined) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  const { serveMetrics } = await import('./metrics/serve-metrics.ts')
  const metrics = createMetrics(services)
  stops.push(await serveMetrics(metrics, { port, host }))
  return metrics
}

/** Migrations may take longer than a request may: they get a connection of their own. */
async function migrateWith(options: StartOptions) {
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
}

async function standIns(
  options: StartOptions,
  stops: (() => Promise<void> | void)[],
  clock: { now: () => Temporal.Instant },
  withoutPast: boolean,
) {
  const { startDemo } = await import('./demo/demo.ts')
  const demo = await startDemo({
    dataFolder: options.dataFolder ?? join(root, '.data', 'demo'),
    databaseUrl: options.databaseUrl,
    port: options.port,
    clock,
    withoutPast,
    inFront: options.inFront,
    log: options.log,
  })
  stops.push(demo.stop)
  return demo
}
