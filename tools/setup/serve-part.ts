import { startAll } from '#server/main.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { refuseWrongBuild } from './build-stamp.ts'
import { refuseWrongAddress, refuseWrongDatabase } from './wrong-database.ts'
import { listenForEnd } from './end-request.ts'
import { readPort } from './port.ts'
import { root } from './root.ts'
import { runUntilEnd, sayReady } from './run-portal.ts'
import { isRefusal, runTool, say } from './run-tool.ts'

/** `npm run serve -- web | worker | console | migrate`: production. Everything comes from the environment. */
export const servePart = () =>
  runTool(async () => {
    const end = listenForEnd()
    const mode = readPart(process.argv[2])
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new StartRefusal('DATABASE_URL is not set: production has no default.')
    if (mode === 'migrate') {
      refuseWrongBuild(root)
      const { bringUpToDate } = await import('./bring-up-to-date.ts')
      return bringUpToDate(databaseUrl)
    }
    const port = readPort(process.env.PORT)
    refuseWrongAddress(databaseUrl)
    const checkBuild = () => refuseWrongBuild(root)
    if (mode !== 'web') checkBuild()
    const part = mode === 'web' ? { mode, refuseWrongBuild: checkBuild } : { mode }
    await runUntilEnd(end, async (started) => {
      const portal = await startAll({ databaseUrl, port, log: say, ...part }).catch(
        async (error: unknown) => {
          // What is wrong with its database is said better than by the question that failed.
          if (!isRefusal(error)) await refuseWrongDatabase(databaseUrl)
          throw error
        },
      )
      started.add(portal.stop)
      // Its schema was read and its port is open. To ask itself would keep the first visitor waiting.
      if (!end.aborted) sayReady(portal)
    })
  })

function readPart(word: string | undefined): Part {
  if (isPart(word)) return word
  throw new StartRefusal(
    'Say which part to serve: npm run serve -- web, npm run serve -- worker, npm run serve -- console, or npm run serve -- migrate.',
  )
}

const parts = ['web', 'worker', 'console', 'migrate'] as const
type Part = (typeof parts)[number]

const isPart = (word: string | undefined): word is Part => parts.some((part) => part === word)
