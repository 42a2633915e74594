// npm run restore -- FILE [FOLDER]: a new embedded database out of a backup, checked before it is put in its place.
import { resolve } from 'node:path'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { restoreCluster } from '#demo/embedded-postgres/restore.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { askEveryLaw } from './setup/ask-laws.ts'
import { databaseFolder } from './setup/database.ts'
import { sayEverySecond } from './setup/progress.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const [name, folder = databaseFolder(root)] = process.argv.slice(2)
  if (process.env.DATABASE_URL !== undefined)
    throw new StartRefusal(
      'DATABASE_URL is set: a server of your own is restored by its own tools, then npm run laws: docs/operations.md, Restore.',
    )
  if (name === undefined) throw new StartRefusal('Name the file: npm run restore -- FILE [FOLDER].')
  const home = await restoreCluster({
    file: resolve(name),
    folder: resolve(folder),
    log: say,
    onProgress: sayEverySecond(say),
    check,
  })
  process.stdout.write(`Restored to ${home}\n`)
})

/** A backup of an older version has its schema brought up to date first, as every start does. */
async function check(url: string) {
  say('Asking every law of the tables')
  const handle = connectDatabase({ url, maxConnections: 1, queryTimeoutMs: 600_000 })
  try {
    await migrate(handle.pool)
  } finally {
    await handle.close()
  }
  const { faults, inAll } = await askEveryLaw(url)
  say(inAll)
  return faults
}
