import type { AreaDeps } from '#backend/area.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { nameOfRole, relativeRows, type RoleRow } from '../rows.ts'
import { placeOf } from './roles.ts'

/** A member of the family who has a contract of their own. */
export type Relative = {
  /** The role by which they are of the family, at either's contract. */
  readonly roleId: string
  readonly contractId: string
  readonly accountId: string
  /** As the holder of the asking contract knows them: the name given at the invitation, or the family name of who invited. */
  readonly name: string
}

type Asking = { readonly contractId: string; readonly accountId: string }

/** The contracts of the family of a contract's holder: of who has a role at it, and where its holder has one. */
export async function readRelatives(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  asking: Asking,
): Promise<readonly Relative[]> {
  const found = await relativeRows(db, asking)
  const relatives = await Promise.all(
    found.map(async ({ own_contract_id: own, ...row }): Promise<Relative> => ({
      roleId: row.role_id,
      contractId: own,
      accountId: (await findContract(db, own)).account_id,
      name: await nameOf(db, deps, row, asking),
    })),
  )
  // Somebody may have two roles, or be of the family in both directions.
  return [...new Map(relatives.toReversed().map((one) => [one.contractId, one])).values()].reverse()
}

export async function findRelative(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  asking: Asking,
  roleId: string,
): Promise<Relative | undefined> {
  const relatives = await readRelatives(db, deps, asking)
  return relatives.find((one) => one.roleId === roleId)
}

async function nameOf(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  row: RoleRow,
  { contractId }: Asking,
): Promise<string> {
  if (row.contract_id === contractId) return nameOfRole(deps.sealing, row)
  return (await placeOf(db, deps, row)).holderName
}
