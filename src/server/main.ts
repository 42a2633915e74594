import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realClock, type Clock } from '#backend/clock.ts'
import { followClock } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { SchemaRefusal, isUpToDate, migrate } from '#backend/db/migrate.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { refuseSharedSessions } from '#backend/db/own-sessions.ts'
import { createLog } from '#backend/log.ts'
import { readConfig, type Config } from './config/config.ts'
import type { ConsoleConfig } from './console/config.ts'
import { createFoundation } from './foundation.ts'
import { openMetricsPort } from './metrics/metrics-port.ts'
import { memoize } from './memoize.ts'
import { loadPages } from './pages/web-build.ts'
import { checkSealingKeys } from './resealing/known-keys.ts'
import type { Stops } from './rest.ts'
import type { Services } from './services.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { startWeb } from './web.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const notFollowing = { clock: realClock, refresh: async () => undefined, stop: () => undefined }

/** What `startAll` starts: one part of production, or all in one process for a demo. */
export type StartOptions = {
  databaseUrl: string
  port: number
  log: (line: string) => void
} & (
  | { mode: 'worker' | 'console' }
  | {
      mode: 'web'
      /** Reads 3,000 names, sizes and times: when the first page is out, or before anything is migrated. @throws StartRefusal */
      refuseWrongBuild: () => void
    }
  /** `development` serves the sources instead of the build. */
  | { mode: 'demo'; demo: Demo; development?: boolean }
)

/** What a demo brings along instead of the environment: outside systems, a past, its own clock. Production has none. */
export type Demo = {
  /**
   * Starts the outside systems and makes the configuration that points at them.
   * @throws StartRefusal for a database that is not a demo's.
   */
  open: (given: {
    database: DatabaseHandle
    databaseUrl: string
    port: number
    clock: Clock
    log: (line: string) => void
  }) => Promise<OpenDemo>
  members: readonly DemoPerson[]
  staff: readonly DemoPerson[]
}

type DemoPerson = { loginId: string; password: string; what: string }

type OpenDemo = {
  config: Config
  console: ConsoleConfig
  /** Gives a new database its past, before anything works on it. */
  prepare: (services: Services) => Promise<void>
  /** Fails or delays what an endpoint is asked, where the demo wants it. */
  onInput: (input: unknown) => Promise<void>
  stop: () => Promise<void>
}

export type Started = {
  /** Where visitors reach it. */
  url?: string
  /** Where this process answers, whatever is in front of it. */
  ownUrl?: string
  members: Demo['members']
  /** Where staff reach their console, and who of a demo can log in there. */
  console?: { url: string; ownUrl: string; staff: Demo['staff'] }
  services: Services
  stop: () => Promise<void>
}

/** Starts what the mode asks for, in the order in which the parts need each other. */
export async function startAll(options: StartOptions): Promise<Started> {
  const stops: Stops = []
  const stop = () => endAll(stops)
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
  stops: Stops,
  stop: () => Promise<void>,
): Promise<Started> {
  const { mode, databaseUrl } = options
  const demo = options.mode === 'demo' ? options.demo : undefined
  const refuseWrongBuild = options.mode === 'web' ? options.refuseWrongBuild : () => undefined
  const given = demo ? undefined : readConfig(process.env, true)
  const log = createLog(given?.LOG_LEVEL ?? 'warn')
  const database = connectDatabase({
    url: databaseUrl,
    onError: (err) => log.warn({ err }, 'database connection'),
  })
  stops.push(database.close)
  const metricsPort = await openMetricsPort(given)
  stops.push(metricsPort?.stop ?? (() => undefined))
  const comparing = Promise.all([isUpToDate(database.pool), refuseSharedSessions(database.pool)])
  // The pages' program is loaded while the database is waited for.
  if (mode === 'web') loadPages(root).catch(() => undefined)
  const [isReady] = await comparing.catch((error: unknown) => {
    throw isDatabaseOutage(error) ? silentDatabase(databaseUrl, error) : error
  })
  if (!isReady) {
    refuseWrongBuild()
    await migrateWith(options)
  }
  // Time in production is real, whatever the database says: the clock's setting is the demo's.
  const following = given ? notFollowing : await followClock(database)
  stops.push(following.stop)
  const { clock } = following

  const opened = await demo?.open({ ...options, database, clock })
  stops.push(opened?.stop ?? (() => undefined))
  const config = opened?.config ?? given ?? readConfig(process.env, true)
  const foundation = createFoundation({ config, database, clock, loginClock: realClock, log })
  await checkSealingKeys(database.db, foundation.sealing)

  const stopsOfRest: Stops = []
  // Ended after the web server, which needs it until its last answer.
  stops.push(() => endAll(stopsOfRest))
  const rest = memoize(async () => {
    const { startRest } = await import('./rest.ts')
    const works = {
      databaseUrl,
      works: mode === 'worker' || mode === 'demo',
      refreshClock: following.refresh,
      metricsPort,
      prepare: opened?.prepare,
      onInput: opened?.onInput,
    }
    return startRest(foundation, works, stopsOfRest)
  })
  if (mode !== 'web') await rest()
  if (mode === 'worker') return { members: [], services: (await rest()).services, stop }
  const forStaff = async () => {
    const { openConsole } = await import('./console/start.ts')
    const given = opened?.console ?? process.env
    const started = await openConsole(root, given, await rest(), opened?.onInput)
    stops.push(started.stop)
    return { url: started.url, ownUrl: started.ownUrl, staff: demo?.staff ?? [] }
  }
  if (mode === 'console')
    return { members: [], console: await forStaff(), services: (await rest()).services, stop }
  const web = await startWeb(foundation, {
    port: options.port,
    development: options.mode === 'demo' && options.development === true,
    behind: async (door) => (await rest()).behind(door),
  })
  stops.push(web.stop)
  if (mode === 'web') await web.firstAnswer
  refuseWrongBuild()
  await web.open().catch((err: unknown) => {
    log.fatal({ err }, 'rest of the server not loaded')
    throw refusalOf(err)
  })
  const { services } = await rest()
  const { url, ownUrl } = web
  if (demo === undefined) return { url, ownUrl, members: [], services, stop }
  // In development the console's pages are those of the last build, if there is one.
  const hasConsole = options.mode !== 'demo' || !options.development || isConsoleBuilt(root)
  const console = hasConsole ? await forStaff() : undefined
  return { url, ownUrl, members: demo.members, ...(console && { console }), services, stop }
}

const isConsoleBuilt = (folder: string) => existsSync(join(folder, 'build/serve/console.js'))

/** Its password is in the address, and an operator's log is read by many. */
function silentDatabase(url: string, error: unknown): Error {
  const at = URL.canParse(url) ? new URL(url).host : 'DATABASE_URL'
  // Of a name with two addresses the error has no words of its own.
  const why = (error instanceof Error && error.message) || 'nobody listens there'
  return new StartRefusal(
    `The database at ${at} does not answer (${why}). Start it, or look at DATABASE_URL, and start again.`,
  )
}

function refusalOf(error: unknown): Error {
  if (error instanceof StartRefusal) return error
  const why = error instanceof Error ? error.message : String(error)
  return new StartRefusal(`What members ask for could not be loaded: ${why}`)
}

/** The last begun ends first. */
async function endAll(stops: Stops) {
  for (let end = stops.pop(); end; end = stops.pop()) await end()
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
