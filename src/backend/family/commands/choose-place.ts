import type { SignedIn } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { placeSession } from '#backend/login/place.ts'
import { RefusalError } from '#backend/refusal.ts'
import { rolesOfAccount } from '../rows.ts'

/** From now on this login stands at the contract of a role, or at its own. @throws RefusalError FAMILY_ROLE_OVER */
export async function choosePlace(
  tx: Db,
  { accountId, sessionHash }: Pick<SignedIn, 'accountId' | 'sessionHash'>,
  roleId: string | undefined,
): Promise<void> {
  const roles = await rolesOfAccount(tx, accountId)
  if (roleId !== undefined && !roles.some(({ role_id }) => role_id === roleId))
    throw new RefusalError('FAMILY_ROLE_OVER')
  await placeSession(tx, sessionHash, roleId)
}
