import { readFileSync } from 'node:fs'
import pg from 'pg'

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
