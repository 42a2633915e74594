import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { followClock } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { readConfig } from '#server/config/config.ts'
import { createServices } from '#server/services.ts'
import { jobRuns, startWorker } from '#server/worker.ts'
import { appOver } from '../app.ts'

/**
 * The portal as it runs in production, but for its pages (they need a build): the member API over HTTP, the worker, or
 * both. What it is comes from the environment, so that a test can start it, kill it and start it again.
 */
const parts = process.argv.slice(2)
const config = readConfig(process.env, false)
const log = createLog('info')
const database = connectDatabase({
  url: config.DATABASE_URL,
  onError: (err) => log.warn({ err }, 'database connection'),
})
const following = await followClock(database)
const queue = await openQueue({
  url: config.DATABASE_URL,
  log,
  worker: parts.includes('worker'),
})
const services = createServices({
  config,
  database,
  clock: following.clock,
  queue: queue.queue,
  log,
  // Storms are all from one address.
  limiter: { take: async () => undefined, takeAbout: async () => undefined },
})
await queue.prepare(jobRuns(services).map((run) => run.job))
if (parts.includes('worker')) await startWorker(services, queue, following.refresh)
if (parts.includes('web')) {
  const app = appOver(services, { isPublicPage: (path) => path === '/fee' })
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(config.PORT, '127.0.0.1', resolve))
}
process.stdout.write('ready\n')

// A test run that is itself killed leaves nothing behind.
process.stdin.resume().once('end', () => process.exit())
