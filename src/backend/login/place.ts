import { sql } from 'kysely'
import type { FamilyPlace } from '#backend/caller.ts'
import { roleHolds } from '#backend/contract/family-roles.ts'
import { contractIdOf } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { updateRows } from '#backend/db/rows.ts'

/** The roles that hold now, to be joined to a session: one that has ended lets nobody in from that moment on. */
export const placesNow = (db: Db) =>
  db
    .selectFrom('family_role as r')
    .innerJoin('contract as c', 'c.contract_id', 'r.contract_id')
    .select([
      'r.role_id',
      'r.role',
      'r.contract_id',
      'r.holder_account_id',
      'r.account_id',
      'r.line_id',
    ])
    .where('r.state', '=', 'active')
    .where(roleHolds)
    .as('place')

/** Where a session stands that is not at its account's own contract. */
export function placeFrom(row: {
  readonly role_id: string | null
  readonly role: string | null
  readonly place_contract_id: string | null
  readonly holder_account_id: string | null
  readonly line_id: string | null
}): FamilyPlace | undefined {
  const { role_id: roleId, place_contract_id: contractId, holder_account_id: holderAccountId } = row
  if (roleId === null || contractId === null || holderAccountId === null) return undefined
  const role = row.role === 'manager' ? 'manager' : 'lineUser'
  return { roleId, role, contractId, holderAccountId, lineId: row.line_id ?? undefined }
}

/** Where a login of somebody without a contract begins: at the one role there is; who has several chooses. */
export async function firstPlaceOf(db: Db, accountId: string): Promise<string | null> {
  const places = await db
    .selectFrom(placesNow(db))
    .select('place.role_id')
    .where('place.account_id', '=', accountId)
    .where(sql<boolean>`${contractIdOf(sql`${accountId}`)} is null`)
    .limit(2)
    .execute()
  const [first] = places
  return first !== undefined && places.length === 1 ? first.role_id : null
}

/** Lets a login stand at the contract of this role; without one at its own (docs/decisions/116). */
export async function placeSession(
  tx: Db,
  sessionHash: string,
  roleId: string | undefined,
): Promise<void> {
  await updateRows(tx, 'session', { session_hash: sessionHash }, { family_role_id: roleId ?? null })
}
