// npm run reset: deletes the demo's data, so that the next start begins anew.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { databaseFolder } from './setup/database.ts'
import { emptyDatabase } from './setup/empty-database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { refuseWrongDatabase } from './setup/wrong-database.ts'

await runTool(async () => {
  const url = process.env.DATABASE_URL
  if (url !== undefined) {
    await refuseWrongDatabase(url)
    const { host, pathname } = new URL(url)
    if (!process.argv.includes('--yes')) {
      throw new StartRefusal(
        `DATABASE_URL is set: this would delete everything in ${host}${pathname}. If that is what you want: npm run reset -- --yes.`,
      )
    }
    await emptyDatabase(url)
    say(`Everything in ${host}${pathname} is deleted`)
  } else {
    await removeEmbeddedPostgres(databaseFolder(root), say)
    say('The embedded database is deleted')
  }
  const folder = join(root, '.data')
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
})
