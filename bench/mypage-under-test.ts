import { priceBook } from '#server/content/price-book.ts'
import type { SignedIn } from '#backend/caller.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { realClock } from '#backend/clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { toAnswer, type WireResponse } from '#backend/wire.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { createCookies } from '#server/session/cookies.ts'
import { startStandIns } from '#demo/start/start-stand-ins.ts'
import { createPages } from '#server/pages/pages.ts'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { createServices, type Services } from '#server/services.ts'
import { openBuild } from '#server/pages/web-build.ts'
import { jobRuns } from '#server/worker.ts'
import { appOver } from '../tests/api/app.ts'
import { noteStatements, type Statement } from './noted-statements.ts'
import { openScratch } from './scratch.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * The web server's app in this process with the demo's members, all of its reads over ONE connection, and what it asks
 * the database and answers to its own API written down on demand.
 */
export async function openMemberPages() {
  const folder = mkdtempSync(join(tmpdir(), 'mypage-bench-'))
  const scratch = await openScratch()
  const standIns = await startStandIns({
    dataFolder: folder,
    databaseUrl: scratch.url,
    port: 3000,
    clock: realClock,
    withoutPast: true,
    log: () => undefined,
  })
  const { config } = standIns
  const log = createLog('silent')
  const queue = await openQueue({ url: scratch.url, log, worker: false })
  const common = { config, clock: realClock, queue: queue.queue, log }
  const seeding = createServices({ ...common, database: scratch })
  await queue.prepare(jobRuns(seeding).map((run) => run.job))
  await seedDemo(seeding, () => undefined)
  await scratch.pool.query('vacuum analyze')

  const database = connectDatabase({ url: scratch.url, maxConnections: 1 })
  const statements: Statement[] = []
  for (const pool of [database.pool, database.reading]) noteStatements(pool, statements)
  const services = createServices({ ...common, database })
  const links = { site: '/', faq: '/', inquiry: '/', talkFaq: '/', pointsPartner: '/' }
  const web = await openBuild(root, links, {
    today: () => toTokyoDate(realClock.now()),
    bookOf: (day) => priceBook(day, services.book),
  })
  const cookies = createCookies(config.PUBLIC_URL)

  const appOf = (used: Services) =>
    appOver(used, {
      pages: createPages({
        services: used,
        behind: async () => used,
        content: web.content,
        outages: () => ({ status: undefined, isCurrent: false }),
        loadBuild: web.load,
        mode: 'production',
      }),
      cookies,
      // As often as the benchmark asks.
      callLimit: { requests: 1_000_000, seconds: 60 },
    })

  return {
    services,
    url: scratch.url,
    queue: queue.queue,
    statements,
    app: appOf(services),
    /** Writes down what the API answers to this app's pages. */
    appNoting: (answers: Map<string, WireResponse>) =>
      appOf({
        ...services,
        askApi: async (address, init, facts) => {
          const answer = await services.askApi(address, init, facts)
          const body: unknown = JSON.parse(await answer.text())
          answers.set(address, { status: answer.status, headers: {}, body })
          return answer
        },
      }),
    /** The same app without its reads: every answer is there beforehand, what is left is drawing the page. */
    appDrawing: (answers: ReadonlyMap<string, WireResponse>, signedIn: SignedIn | undefined) =>
      appOf({
        ...services,
        sessions: { ...services.sessions, find: async () => signedIn },
        askApi: async (address) => {
          const answer = answers.get(address)
          if (answer === undefined) throw new Error(`no answer was kept for ${address}`)
          return toAnswer(answer)
        },
      }),
    /** A session of a demo member: the secret in its cookie. */
    signIn: async (loginId: string) => {
      const subject = `demo-${loginId}`
      const authenticatedAt = realClock.now()
      const profile = { name: loginId, email: `${loginId}@example.jp`, staff: false }
      const identity = { subject, loginName: loginId, ...profile, authenticatedAt, idToken: '' }
      const from = { now: authenticatedAt, userAgent: 'bench' }
      const { secret } = await services.sessions.open(scratch.db, identity, from)
      return {
        secret,
        signedIn: await services.sessions.find(database.db, secret, authenticatedAt),
      }
    },
    /** A connection of bare pg. */
    bare: async () => {
      const client = new pg.Client({ connectionString: scratch.url, options: '-c timezone=UTC' })
      await client.connect()
      return client
    },
    close: async () => {
      await web.close()
      await queue.stop()
      await database.close()
      await standIns.stop()
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
