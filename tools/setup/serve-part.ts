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

/** `npm run serve -- web | worker`: production. Everything comes from the environment. */
export const servePart = () =>
  runTool(async () => {
    const end = listenForEnd()
    const mode = readPart(process.argv[2])
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new StartRefusal('DATABASE_URL is not set: production has no default.')
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

function readPart(word: string | undefined): 'web' | 'worker' {
  if (word === 'web' || word === 'worker') return word
  throw new StartRefusal(
    'Say which part to serve: npm run serve -- web, or npm run serve -- worker.',
  )
}
