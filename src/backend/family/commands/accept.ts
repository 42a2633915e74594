import { lockContract } from '#backend/contract/contracts.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { findInvitation, rolesOfAccount } from '../rows.ts'
import { familyRoles } from '../steps.ts'
import { factsOfRole, noteForPerson, type RoleDeps } from './end-role.ts'

/**
 * Accepts an invitation; of two who hold the link, the first. The link is used up by it.
 * @throws RefusalError FAMILY_INVITATION_OVER, FAMILY_OWN_CONTRACT, FAMILY_ALREADY_HERE
 */
export async function acceptInvitation(
  tx: Db,
  deps: RoleDeps,
  who: AccountWho,
  secret: string,
): Promise<void> {
  const { accountId, now } = who
  const found = await findInvitation(tx, secret, now)
  if (found === undefined) throw new RefusalError('FAMILY_INVITATION_OVER')
  if (found.holder_account_id === accountId) throw new RefusalError('FAMILY_OWN_CONTRACT')
  await lockContract(tx, found.contract_id)
  const row = await findInvitation(tx, secret, now)
  if (row === undefined) throw new RefusalError('FAMILY_INVITATION_OVER')
  const own = await rolesOfAccount(tx, accountId)
  if (own.some((one) => one.contract_id === row.contract_id && one.line_id === row.line_id))
    throw new RefusalError('FAMILY_ALREADY_HERE')
  const by = { ...who, contractId: row.contract_id }
  const accepted = await takeStep(tx, deps, by, familyRoles, {
    row,
    step: 'accepted',
    patch: { account_id: accountId, accepted_at: now },
    facts: await factsOfRole(tx, deps, row),
  })
  await noteForPerson(tx, who, accepted, 'family-role-accepted')
}
