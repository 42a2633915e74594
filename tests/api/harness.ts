import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { frozenClock, type Clock } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { documentJob } from '#backend/document/commands/request-document.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import type { RequestFacts } from '#backend/wire.ts'
import type { AccountQueue } from '#backend/account-queue.ts'
import { antiForgery, createCall, type Call } from '#protocol/http.ts'
import type { Config } from '#server/config/config.ts'
import { takeReport } from '#server/routes/callback-routes.ts'
import { createRequestLimiter } from '#server/edge/request-limiter.ts'
import type { RequestLimits } from '#server/edge/request-limits.ts'
import { createServices } from '#server/services.ts'
import { findSession } from '#server/session/find-session.ts'
import { createFaultInjection } from '#demo/start/fault-injection.ts'
import { jobRuns, tasksOf } from '#server/worker.ts'
import { startCard } from '#demo/stand-ins/card/start.ts'
import { startGroupServices } from '#demo/stand-ins/platform/group-services.ts'
import { partnerIdOf } from '#demo/seed/demo-members.ts'
import { startPointsLedger } from '#demo/stand-ins/platform/points-ledger.ts'
import { startIdentity } from '#demo/stand-ins/identity/start.ts'
import { SECOND_FACTOR_ACR } from '#demo/stand-ins/platform/second-factor-policy.ts'
import { startPushService } from '#demo/stand-ins/push/start.ts'
import { startCarrier } from '#demo/stand-ins/carrier/start.ts'
import { removeFolder, processFolder } from '../process-folder.ts'
import { createTestDatabase, dropDatabase } from './database.ts'
import { openConsole } from './staff.ts'

const ORIGIN = 'http://localhost:3000'
const SECRET = 'test-secret-test-secret-test-secret-'
/** A pair of P-256 that signs nothing but what the tests send to their own stand-in. */
const testPushKeys = {
  PUSH_PUBLIC_KEY:
    'BBOIBqU8OTwSUYvfQJS9XT0LmwvoJN7pU4j8_aJVzyJqXLS0MPSjzfA13OSDAn4ccBFfFNN-I80DQg_n-6BLY98',
  PUSH_PRIVATE_KEY: '8g354iCaHPy5tGO-u-RhhTDPVtZ4j3tBhcv8Qswb-Q8',
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** The member API as it runs, on a real PostgreSQL and with the real carrier stand-in; the clock is frozen. */
export async function startHarness(
  at = '2026-11-20T10:00:00+09:00',
  changes: Partial<Config> = {},
  {
    loginClock,
    limits = {},
    accountQueue,
    past,
    waitsAsAMember = false,
    standInsHangUp = true,
    prints = false,
  }: {
    loginClock?: Clock
    limits?: RequestLimits
    accountQueue?: AccountQueue
    /** A database, and a folder with what the stand-ins remember; empty ones, if not given. */
    past?: { url: string; folder?: string }
    /** With the limits on waiting that a request has; else as long as a busy machine needs. */
    waitsAsAMember?: boolean
    /** A silent outside system ends the connection. Tests of how long an answer is waited for let it hold the line. */
    standInsHangUp?: boolean
    /** The contract's papers are printed, at a tenth of a CPU second each; else they stay asked for. */
    prints?: boolean
  } = {},
) {
  const url = past?.url ?? (await createTestDatabase())
  const dataFile = (name: string) =>
    past?.folder ? join(past.folder, `${name}.sqlite`) : ':memory:'
  const clock = frozenClock(at)
  const logLines: string[] = []
  const log = createLog('info', { write: (line) => void logLines.push(line) })
  const patience = waitsAsAMember ? {} : { connectionTimeoutMs: 60_000, queryTimeoutMs: 60_000 }
  const database = connectDatabase({ url, ...patience })
  const queue = await openQueue({ url, log, worker: false })
  const folder = processFolder('test')
  const carrier = await startCarrier({
    port: 0,
    dataFile: dataFile('carrier'),
    now: clock.now,
    hangsUp: standInsHangUp,
    secret: SECRET,
    callbackUrl: null,
    callbackSecret: SECRET,
    tickMs: 0,
    consentUrl: `${ORIGIN}/mypage/portout/consent.html`,
  })
  const card = await startCard({
    port: 0,
    dataFile: dataFile('card'),
    now: clock.now,
    hangsUp: standInsHangUp,
    secret: SECRET,
    callbackUrl: null,
    callbackSecret: SECRET,
    tickMs: 0,
  })
  const identity = await startIdentity({
    port: 0,
    dataFile: dataFile('identity'),
    now: clock.now,
    hangsUp: standInsHangUp,
    secret: SECRET,
    callbackUrl: null,
    callbackSecret: SECRET,
    tickMs: 0,
    returnOrigins: [ORIGIN],
  })
  const groupServices = await startGroupServices({
    port: 0,
    dataFile: dataFile('group-services'),
    now: clock.now,
    hangsUp: standInsHangUp,
    secret: SECRET,
  })
  const points = await startPointsLedger({
    port: 0,
    dataFile: dataFile('points'),
    now: clock.now,
    hangsUp: standInsHangUp,
    secret: SECRET,
    members: [{ id: partnerIdOf('suzuki'), points: 1200 }],
  })
  const pushService = await startPushService({
    port: 0,
    dataFile: dataFile('push'),
    now: clock.now,
  })
  const config: Config = {
    ...testConfig(url, carrier.url, folder),
    CARD_URL: card.url,
    POINTS_URL: points.url,
    GROUP_SERVICES_URL: `${groupServices.url}/services`,
    IDENTITY_URL: identity.url,
    PUSH_SERVICES: [pushService.url],
    ONE_STOP_RETURN_ORIGINS: [new URL(carrier.url).origin],
    ...changes,
  }
  const limiter = createRequestLimiter({
    limits,
    pool: database.pool,
    secret: SECRET,
    storeTimeoutMs: 10_000,
  })
  const services = createServices({
    config,
    database,
    clock,
    loginClock,
    queue: queue.queue,
    log,
    limiter,
    accountQueue,
    // Production is given none.
    onInput: config.production ? undefined : createFaultInjection(0),
  })
  const console = openConsole(services)
  const runs = jobRuns(services)
  await queue.prepare(runs.map((run) => run.job))
  const drained = prints ? runs : runs.filter(({ name }) => name !== documentJob.name)
  const drain = () => queue.drain(drained)
  const tasks = tasksOf(services, drain)

  /** A member's browser: signed in with a second factor, with cookie and anti-forgery token. */
  async function signIn(
    loginId: string,
    authenticatedAt = clock.now(),
    hasSecondFactor = true,
    /** The browser, where it matters; it may be one that the account has not used before. */
    device?: { secret: string | undefined },
  ) {
    const now = clock.now()
    const identity = {
      subject: `demo-${loginId}`,
      loginName: loginId,
      name: loginId,
      email: `${loginId}@example.jp`,
      staff: false,
      authenticatedAt,
      hasSecondFactor,
      idToken: 'none',
    }
    const opened = await database.db
      .transaction()
      .execute((tx) =>
        services.logins.open(tx, identity, { now, userAgent: 'test', ...(device && { device }) }),
      )
    const { secret, accountId } = opened
    return { accountId, device: opened.device, ...resume(secret) }
  }

  /** The browser that has a session's cookie, whoever opened it. */
  function resume(secret: string) {
    const token = services.forgery.tokenFor(hashSecret(secret))
    const headers = {
      Cookie: `sid=${secret}; ${antiForgery.cookie}=${token}`,
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'same-origin',
      [antiForgery.header]: token,
    }
    const request = (path: string, init: RequestInit = {}) => send(path, init, headers, secret)
    const call: Call = createCall({ fetch: request })
    return { call, request, secret, token }
  }

  async function send(
    path: string,
    init: RequestInit,
    headers: Record<string, string>,
    secret: string | undefined,
  ) {
    const now = clock.now()
    const signedIn = secret ? await findSession(services, secret) : undefined
    const overSessionHash = secret && !signedIn ? hashSecret(secret) : undefined
    const facts: RequestFacts = { traceKey: 'trace-test', now, signedIn, overSessionHash }
    const all = { ...headers, ...Object.fromEntries(new Headers(init.headers)) }
    return services.apiApp.request(path, { ...init, headers: all }, facts)
  }

  const visitor: Call = createCall({ fetch: (path, init) => send(path, init, {}, undefined) })

  /**
   * Sets the clock and runs every hour in between, as the worker does. A test of weeks and months may look at fewer of
   * them (`everyHours: 24`: at 0 o'clock, and the last): what fell due in between is caught up with.
   */
  async function walkTo(to: string, { everyHours = 1 } = {}) {
    const hourMs = 3_600_000
    const end = Temporal.Instant.from(to)
    let next = Math.floor(clock.now().epochMilliseconds / hourMs) * hourMs + hourMs
    for (; next <= end.epochMilliseconds; next += hourMs) {
      const hour = Temporal.Instant.fromEpochMilliseconds(next)
      const tokyo = hour.toZonedDateTimeISO('Asia/Tokyo')
      const isLast = next + hourMs > end.epochMilliseconds
      if (tokyo.hour % everyHours !== 0 && !isLast) continue
      clock.set(hour.toString())
      for (const task of tasks) {
        if (task.every !== 'hour' && tokyo.hour !== 0) continue
        await task.run(hour)
      }
    }
    clock.set(to)
  }

  async function stop() {
    await carrier.close()
    await identity.close()
    await card.close()
    await groupServices.close()
    await points.close()
    await pushService.close()
    await queue.stop()
    await database.close()
    if (!past) await dropDatabase(url)
    removeFolder(folder)
  }

  return {
    clock,
    database,
    services,
    carrier,
    identity,
    groupServices,
    pushService,
    visitor,
    signIn,
    resume,
    console,
    /** Somebody of the demo's staff, signed in at the console. */
    staff: console.signIn,
    drain,
    walkTo,
    stop,
    logLines,
    mailFolder: folder,
    report: (report: Parameters<typeof takeReport>[1]) => takeReport(services, report),
  }
}

function testConfig(databaseUrl: string, carrierUrl: string, mailFolder: string): Config {
  return {
    production: false,
    PORT: 3000,
    HOST: '127.0.0.1',
    DRAIN_SECONDS: 0,
    PUBLIC_URL: ORIGIN,
    APP_WORKER: 'on',
    TRUSTED_PROXIES: [],
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
    ...testPushKeys,
    PUSH_SUBJECT: 'mailto:push@example.jp',
    PUSH_SERVICES: [],
    WEBHOOK_OWN_ORIGINS: [],
    SESSION_SECRET: SECRET,
    SEALING_SECRET: SECRET,
    SEALING_KEY_ID: 'k1',
    SEALING_ALSO_OPENS: [],
    OIDC_ISSUER: carrierUrl,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: SECRET,
    OIDC_SECOND_FACTOR_ACR: SECOND_FACTOR_ACR,
    OIDC_SCOPE: 'openid profile email mvno',
    OIDC_CLAIMS: {},
    NAVIGATION_URL: `${carrierUrl}/navi`,
    ANNOUNCE_SCRIPT_URL: `${carrierUrl}/announce/bar.js`,
    CARRIER_URL: carrierUrl,
    CARRIER_SECRET: SECRET,
    CARRIER_CALLBACK_SECRET: SECRET,
    CARD_URL: carrierUrl,
    CARD_SECRET: SECRET,
    CARD_CALLBACK_SECRET: SECRET,
    IDENTITY_URL: carrierUrl,
    IDENTITY_SECRET: SECRET,
    IDENTITY_CALLBACK_SECRET: SECRET,
    ONE_STOP_RETURN_ORIGINS: [],
    FAQ_URL: 'https://support.example.jp/faq',
    INQUIRY_URL: 'https://support.example.jp/inquiry',
    TALK_FAQ_URL: 'https://support.example.jp/talk',
    TALK_SITE_URL: ORIGIN,
    CARD_UPDATE_URL: `${carrierUrl}/card`,
    CARD_UPDATE_SECRET: SECRET,
    GROUP_SERVICES_URL: `${carrierUrl}/services`,
    GROUP_SERVICES_SECRET: SECRET,
    POINTS_PARTNER_URL: carrierUrl,
    POINTS_ISSUER: carrierUrl,
    POINTS_CLIENT_ID: 'portal',
    POINTS_CLIENT_SECRET: SECRET,
    POINTS_URL: carrierUrl,
    POINTS_SECRET: SECRET,
    PLAIN_TEXT_HOSTS: [],
    MAIL_URL: pathToFileURL(mailFolder).href,
    MAIL_FROM: 'info@example.jp',
  }
}
