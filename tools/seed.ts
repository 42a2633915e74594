// npm run seed: gives the demo's members their contracts and past, as the first npm start does.
import { join } from 'node:path'
import { followClock } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { startStandIns } from '#demo/start/start-stand-ins.ts'
import { isUnseeded, seedDemo } from '#demo/seed/seed-demo.ts'
import { createServices } from '#server/services.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { jobRuns } from '#server/worker.ts'
import { openDatabase } from './setup/database.ts'
import { readPort } from './setup/port.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const port = readPort(process.env.PORT)
  const { url, stop } = await openDatabase(root, say)
  const database = connectDatabase({ url, queryTimeoutMs: 600_000 })
  try {
    await migrate(database.pool)
    if (!(await isUnseeded(database.db)))
      throw new StartRefusal('The demo members are there already. To begin anew: npm run reset.')
    const log = createLog('warn')
    const { clock, stop: stopClock } = await followClock(database)
    const dataFolder = join(root, '.data', 'demo')
    const standIns = await startStandIns({
      dataFolder,
      databaseUrl: url,
      port,
      clock,
      withoutPast: true,
      log: say,
    })
    const queue = await openQueue({ url, log, worker: false })
    const services = createServices({
      config: standIns.config,
      database,
      clock,
      queue: queue.queue,
      log,
    })
    await queue.prepare(jobRuns(services).map((run) => run.job))
    await seedDemo(services, say)
    await queue.stop()
    await standIns.stop()
    stopClock()
  } finally {
    await database.close()
    await stop()
  }
})
