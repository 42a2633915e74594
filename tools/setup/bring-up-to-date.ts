import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { refuseSharedSessions } from '#backend/db/own-sessions.ts'
import { renewPortalRoles } from '#backend/db/portal-roles.ts'
import { openQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { say } from './run-tool.ts'
import { refuseWrongDatabase } from './wrong-database.ts'

/** What each start does too; by itself it lets the schema be changed before the new processes come. */
export async function bringUpToDate(databaseUrl: string) {
  await refuseWrongDatabase(databaseUrl)
  const { pool, close } = connectDatabase({ url: databaseUrl, queryTimeoutMs: 600_000 })
  try {
    await refuseSharedSessions(pool)
    const done = await migrate(pool)
    // The queue's own schema too: the processes' role may be one that cannot make it.
    const queue = await openQueue({ url: databaseUrl, log: createLog('warn'), worker: false })
    await queue.stop()
    const roles = await renewPortalRoles(pool)
    say(done.length === 0 ? 'The schema is up to date' : `Applied ${done.join(', ')}`)
    if (roles.length > 0) say(`Rights renewed of ${roles.join(', ')}`)
  } finally {
    await close()
  }
}
