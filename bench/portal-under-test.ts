import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realClock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import type { Config } from '#server/config/config.ts'
import { startStandIns } from '#demo/start/start-stand-ins.ts'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { createServices } from '#server/services.ts'
import { jobRuns } from '#server/worker.ts'
import { environmentOf } from '../tools/setup/environment-of.ts'
import { freePort } from '../tools/setup/free-port.ts'
import { root } from '../tools/setup/root.ts'
import { openScratch } from './scratch.ts'
import { start, type Contender } from './process-under-test.ts'

export const program = (name: string) =>
  fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))

/** The stand-ins here, the web server in a process of its own, on a database without members unless they are wanted. */
export async function openPortal({
  withMembers = false,
  settings = {},
}: { withMembers?: boolean; settings?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const scratch = await openScratch()
  const port = await freePort()
  const standIns = await startStandIns({
    dataFolder: folder,
    databaseUrl: scratch.url,
    port,
    clock: realClock,
    withoutPast: true,
    log: () => undefined,
  })
  const env = environmentOf(standIns.config)
  const startOne = (path: string): Promise<Contender> =>
    start(
      'the portal',
      process.execPath,
      ['--max-semi-space-size=4', join(root, 'build/serve/serve.js'), 'web'],
      `http://localhost:${port}${path}`,
      { ...env, ...settings },
    )
  const members = withMembers ? await seed(standIns.config, scratch) : undefined
  return {
    folder,
    origin: `http://localhost:${port}`,
    startOne,
    /** The secret of a session of a demo member. */
    signIn: async (loginId: string) => members?.signIn(loginId),
    close: async () => {
      await members?.close()
      await standIns.stop()
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function seed(config: Config, database: DatabaseHandle) {
  const log = createLog('silent')
  const queue = await openQueue({ url: config.DATABASE_URL, log, worker: false })
  const services = createServices({ config, database, clock: realClock, queue: queue.queue, log })
  await queue.prepare(jobRuns(services).map((run) => run.job))
  await seedDemo(services, () => undefined)
  await database.pool.query('vacuum analyze')
  return {
    close: queue.stop,
    async signIn(loginId: string) {
      const now = realClock.now()
      const who = { subject: `demo-${loginId}`, loginName: loginId, name: loginId, staff: false }
      const identity = { ...who, email: `${loginId}@example.jp`, authenticatedAt: now, idToken: '' }
      const opened = await services.sessions.open(database.db, identity, {
        now,
        userAgent: 'bench',
      })
      return opened.secret
    },
  }
}
