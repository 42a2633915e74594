import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { startAll } from '#server/main.ts'
import { loadBuild } from '#server/pages/web-build.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { refuseWrongBuild } from './build-stamp.ts'
import { refuseWrongDatabase } from './database.ts'
import { listenForEnd } from './end-request.ts'
import { readPort, refuseTakenPort } from './port.ts'
import { root } from './root.ts'
import { runUntilEnd, sayReady } from './run-portal.ts'
import { runTool, say } from './run-tool.ts'

/** `npm run serve -- web | worker | migrate`: production. Everything comes from the environment. */
export const servePart = () =>
  runTool(async () => {
    const end = listenForEnd()
    const mode = readPart(process.argv[2])
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new StartRefusal('DATABASE_URL is not set: production has no default.')
    if (mode === 'migrate') {
      refuseWrongBuild(root)
      return bringUpToDate(databaseUrl)
    }
    const port = readPort(process.env.PORT)
    // A start often waits for the database: meanwhile the sources are compared and the pages' program is loaded.
    const database = refuseWrongDatabase(databaseUrl)
    database.catch(() => undefined)
    refuseWrongBuild(root)
    if (mode === 'web') {
      await refuseTakenPort(port)
      loadBuild(root).catch(() => undefined)
    }
    await database
    await runUntilEnd(end, async (started) => {
      const portal = await startAll({ databaseUrl, port, mode, log: say })
      started.add(portal.stop)
      // Its schema was read and its port is open. To ask itself would keep the first visitor waiting.
      if (!end.aborted) sayReady(portal)
    })
  })

/** What each start does too; by itself it lets the schema be changed before the new processes come. */
async function bringUpToDate(databaseUrl: string) {
  await refuseWrongDatabase(databaseUrl)
  const { pool, close } = connectDatabase({ url: databaseUrl, queryTimeoutMs: 600_000 })
  try {
    const done = await migrate(pool)
    // The queue's own schema too: the processes' role may be one that cannot make it.
    const queue = await openQueue({ url: databaseUrl, log: createLog('warn'), worker: false })
    await queue.stop()
    say(done.length === 0 ? 'The schema is up to date' : `Applied ${done.join(', ')}`)
  } finally {
    await close()
  }
}

function readPart(word: string | undefined): 'web' | 'worker' | 'migrate' {
  if (word === 'web' || word === 'worker' || word === 'migrate') return word
  throw new StartRefusal(
    'Say which part to serve: npm run serve -- web, npm run serve -- worker, or npm run serve -- migrate.',
  )
}
