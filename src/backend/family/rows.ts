import { sql, type Selectable } from 'kysely'
import { findLines, isServed, type LineRow } from '#backend/contract/contracts.ts'
import { roleHolds } from '#backend/contract/family-roles.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { findRow, rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'

export type RoleRow = Selectable<Database['family_role']>

/** Roles handed out at one go. */
const BATCH = 500

export const secretAad = (roleId: string) => `family_role.secret:${roleId}`
export const nameAad = (roleId: string) => `family_role.name:${roleId}`

/** As the holder calls who has the role. */
export const nameOfRole = (sealing: Sealing, { role_id, name_sealed }: RoleRow): string =>
  sealing.open(nameAad(role_id), name_sealed)

/** Of a contract, the latest first. */
export async function rolesOf(db: Db, contractId: string): Promise<RoleRow[]> {
  const rows = await rowsOf(db, 'family_role', { contract_id: contractId }, 'invited_at', 'role_id')
  return rows.toReversed()
}

export const findRole = (db: Db, roleId: string): Promise<RoleRow | undefined> =>
  findRow(db, 'family_role', { role_id: roleId })

/** The invitation of a link, while it can be accepted. */
export const findInvitation = (
  db: Db,
  secret: string,
  now: Instant,
): Promise<RoleRow | undefined> =>
  openRoles(db)
    .where('r.secret_hash', '=', hashSecret(secret))
    .where('r.state', '=', 'invited')
    .where('r.expires_at', '>', now)
    .executeTakeFirst()

/** The roles an account has now. */
export const rolesOfAccount = (db: Db, accountId: string): Promise<RoleRow[]> =>
  openRoles(db)
    .where('r.account_id', '=', accountId)
    .where('r.state', '=', 'active')
    .orderBy('r.accepted_at')
    .orderBy('r.role_id')
    .execute()

/**
 * Roles between two contracts that are served: at this contract, of who has one of their own; and at another, of this
 * contract's holder. With the contract of the other side.
 */
export async function relativeRows(
  db: Db,
  { contractId, accountId }: { readonly contractId: string; readonly accountId: string },
): Promise<(RoleRow & { readonly own_contract_id: string })[]> {
  return openRoles(db)
    .innerJoin('contract as o', (join) =>
      join.on(
        sql<boolean>`(r.contract_id = ${contractId} and o.account_id = r.account_id)
          or (r.account_id = ${accountId} and o.contract_id = r.contract_id)`,
      ),
    )
    .select('o.contract_id as own_contract_id')
    .where('r.state', '=', 'active')
    .where('o.contract_id', '<>', contractId)
    .where('o.status', 'in', ['active', 'cancel_reserved'])
    .orderBy('r.accepted_at')
    .orderBy('r.role_id')
    .execute()
}

/** Roles that hold. */
const openRoles = (db: Db) =>
  db
    .selectFrom('family_role as r')
    .innerJoin('contract as c', 'c.contract_id', 'r.contract_id')
    .selectAll('r')
    .where(roleHolds)

/** Open roles and invitations that hold no longer, by their clock or by what they are at: all, the one named, or a contract's. */
export const rolesThatAreOver = (
  db: Db,
  now: Instant,
  of: { readonly roleId?: string; readonly contractId?: string } = {},
): Promise<RoleRow[]> =>
  db
    .selectFrom('family_role as r')
    .innerJoin('contract as c', 'c.contract_id', 'r.contract_id')
    .selectAll('r')
    .where('r.state', 'in', ['invited', 'active'])
    .$if(of.roleId !== undefined, (query) => query.where('r.role_id', '=', of.roleId ?? ''))
    .$if(of.contractId !== undefined, (query) =>
      query.where('r.contract_id', '=', of.contractId ?? ''),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('r.state', '=', 'invited'), eb('r.expires_at', '<=', now)]),
        sql<boolean>`not ${roleHolds}`,
        eb.and([
          eb('r.state', '=', 'active'),
          sql<boolean>`not exists (select from account a
            where a.account_id = r.account_id and a.subject <> 'let-go ' || a.account_id)`,
        ]),
      ]),
    )
    .orderBy('r.role_id')
    .limit(BATCH)
    .execute()

/** The lines a role shows: a manager's all, a user's own. */
export async function linesOfRole(
  db: Db,
  { contract_id, line_id }: Pick<RoleRow, 'contract_id' | 'line_id'>,
): Promise<LineRow[]> {
  const lines = (await findLines(db, contract_id)).filter(isServed)
  return line_id === null ? lines : lines.filter((line) => line.line_id === line_id)
}

/** Who uses a line by a role of their own, and since when; the role may have just ended with the line. */
export async function userOfLine(
  db: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
): Promise<{ readonly accountId: string; readonly since: Instant } | undefined> {
  const row = await findRow(
    db,
    'family_role',
    { contract_id: contractId, line_id: lineId, state: 'active' },
    'account_id',
    'accepted_at',
  )
  if (row === undefined || row.account_id === null || row.accepted_at === null) return undefined
  return { accountId: row.account_id, since: row.accepted_at }
}
