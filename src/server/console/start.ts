import { createServer } from 'node:http'
import { listenAt } from '#process/listen-at.ts'
import { addressToAsk } from '../edge/address-to-ask.ts'
import { createGracefulEnd } from '../edge/graceful-end.ts'
import { answerOn } from '../edge/listener.ts'
import { requestBounds, serverOptionsOf } from '../edge/request-bounds.ts'
import type { SecurityOrigins } from '../edge/security-headers.ts'
import { checkDatabase, checkUrl, checkWorker, createHealth, type Check } from '../health/health.ts'
import { timeAnswers } from '../metrics/answer-times.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { createStaticFiles } from '../static/static-files.ts'
import { createConsoleApp } from './app.ts'
import { readConsoleConfig, type ConsoleConfig } from './config.ts'
import { createConsoleCookies } from './cookies.ts'
import { createConsolePages, openConsoleBuild } from './pages.ts'
import { createConsoleServices } from './services.ts'

type Rest = {
  readonly services: Services
  readonly metrics: Metrics | undefined
  /** Of a worker in this process. */
  readonly workerAlive: Check | undefined
}

/**
 * Starts the console at its own port: own origin, own cookies, nothing shared with the member web but the database and the
 * functions behind it.
 * @param root the folder of the build
 * @param given its configuration, or the environment to read it from
 * @throws StartRefusal
 */
export async function openConsole(
  root: string,
  given: ConsoleConfig | NodeJS.ProcessEnv,
  { services: ofMembers, metrics, workerAlive }: Rest,
  onInput?: (input: unknown) => Promise<void>,
) {
  const { config: portal, clock } = ofMembers
  const config = isRead(given) ? given : readConsoleConfig(given, portal)
  const services = createConsoleServices(ofMembers, config, { onInput })
  const server = createServer(serverOptionsOf(requestBounds))
  const { build, clientFolder } = await openConsoleBuild(root)
  const origins = originsOf(config)
  const files = createStaticFiles({
    folder: clientFolder,
    made: () => [],
    origins,
    development: false,
    edition: () => '',
  })
  const app = createConsoleApp({
    services,
    cookies: createConsoleCookies(config.CONSOLE_URL),
    origins,
    pages: createConsolePages(services, build),
    health: createHealth(
      {
        database: checkDatabase(services.database),
        worker: workerAlive ?? checkWorker(services.database, clock),
        directory: checkUrl(`${config.CONSOLE_OIDC_ISSUER}/.well-known/openid-configuration`),
      },
      ['database', 'worker'],
    ),
    ready: createHealth({ database: checkDatabase(services.database) }, ['database']),
  })
  if (metrics) metrics.countAnswers(timeAnswers(server))
  const edge = { origin: config.CONSOLE_URL, origins, bounds: requestBounds }
  answerOn(server, edge, app, nothingStored, files, undefined)
  const end = createGracefulEnd(server, portal.DRAIN_SECONDS * 1000)
  const { CONSOLE_PORT: port } = config
  await listenAt(server, { variable: 'CONSOLE_PORT', port, host: portal.HOST })
  return {
    url: config.CONSOLE_URL,
    ownUrl: `http://${addressToAsk(portal.HOST)}:${port}`,
    stop: () => end(),
  }
}

/** The environment says numbers as text. */
const isRead = (given: ConsoleConfig | NodeJS.ProcessEnv): given is ConsoleConfig =>
  typeof given.CONSOLE_PORT === 'number'

/** No page of the console is anybody else's. */
const nothingStored = {
  keyOf: () => undefined,
  get: () => undefined,
  fill: async () => undefined,
}

function originsOf(config: ConsoleConfig): SecurityOrigins {
  return {
    platform: [],
    platformScripts: [],
    // Where the form that logs out may lead in the end.
    identityProvider: [new URL(config.CONSOLE_OIDC_ISSUER).origin],
    reporting: [],
    https: config.CONSOLE_URL.startsWith('https:'),
  }
}
