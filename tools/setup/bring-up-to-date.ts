import { readFileSync } from 'node:fs'
import pg from 'pg'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { refuseSharedSessions } from '#backend/db/own-sessions.ts'
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

// By the package's own name for it: the built server lies elsewhere.
const rights = new URL(
  '../portal-role.sql',
  import.meta.resolve('#backend/db/migrations/0001_operation.sql'),
)

/**
 * Gives the roles under which the portal runs the rights that this version needs: those that may write contracts and own
 * nothing. A role is given its first rights by hand (docs/operations.md); what a later version brings it must not lack.
 * @returns the roles' names
 */
export async function renewPortalRoles(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ role: string }>(`
    select distinct grantee.rolname as role
    from pg_class c cross join aclexplode(c.relacl) given join pg_roles grantee on grantee.oid = given.grantee
    where c.oid = 'contract'::regclass and given.privilege_type = 'INSERT' and given.grantee <> c.relowner
      and pg_has_role(c.relowner, 'usage')
    order by 1`)
  const text = readFileSync(rights, 'utf8')
  for (const { role } of rows)
    await pool.query(text.replaceAll(':"role"', pg.escapeIdentifier(role)))
  return rows.map(({ role }) => role)
}
