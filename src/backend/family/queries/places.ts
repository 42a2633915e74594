import type { AreaDeps } from '#backend/area.ts'
import type { SignedIn } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import { rolesOfAccount } from '../rows.ts'
import { placeOf } from './roles.ts'

/** Where the account may stand, and where this login does. */
export async function readPlaces(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  { accountId, contractId, place }: SignedIn,
  /** Where the login stands from now on, where this call has just changed it. */
  now: { readonly roleId: string | undefined } = { roleId: place?.roleId },
): Promise<Answer<typeof familyApi.familyPlacesGet>> {
  const rows = await rolesOfAccount(db, accountId)
  const places = await Promise.all(rows.map((row) => placeOf(db, deps, row)))
  const isHere = places.some(({ roleId }) => roleId === now.roleId)
  return { hasOwn: contractId !== null, ...(isHere && { roleId: now.roleId }), places }
}
