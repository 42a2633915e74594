// npm run backup -- FILE: the embedded database as one file, while the portal runs or not.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUpCluster } from '#demo/embedded-postgres/backup.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { megabytes, sayEverySecond } from './setup/progress.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

await runTool(async () => {
  const [name] = process.argv.slice(2)
  if (process.env.DATABASE_URL !== undefined)
    throw new StartRefusal(
      'DATABASE_URL is set: a server of your own is backed up by its own tools, pg_basebackup and an archive of its log, or pg_dump for one moment: docs/operations.md, Backup.',
    )
  if (name === undefined) throw new StartRefusal('Name the file: npm run backup -- FILE.')
  const file = resolve(name)
  if (existsSync(file)) throw new StartRefusal(`${file} is there already: name another file.`)
  const database = await borrowDatabase(root, say)
  try {
    await backUpCluster(database.url, file, sayEverySecond(say))
    process.stdout.write(`${file}: ${megabytes(statSync(file).size)} MB\n`)
  } finally {
    await database.stop()
  }
})
