import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { openCheck, prepareCheck } from '#backend/identity/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { findSubject } from '../queries/known.ts'
import { answersOf, deleteSuccession, findOwn, lockDraft } from '../rows/successions.ts'

/** @returns whether there was a draft */
export async function deleteDraft(
  tx: Db,
  { accountId }: Pick<AccountWho, 'accountId'>,
): Promise<boolean> {
  const row = await findOwn(tx, accountId, { lock: true })
  if (row?.state !== 'draft') return false
  await deleteSuccession(tx, row)
  return true
}

/** Begins the identity check of the heir. @throws RefusalError SUCCESSION_NONE, SUCCESSION_INCOMPLETE */
export async function beginIdentityCheck(
  tx: Db,
  deps: AreaDeps,
  { accountId, now }: AccountWho,
  back: string,
) {
  const row = await lockDraft(tx, accountId)
  if (answersOf(deps.sealing, row).heir === undefined)
    throw new RefusalError('SUCCESSION_INCOMPLETE')
  const { identity_ref: orderNo } = row
  await openCheck(tx, { accountId, contractId: null, orderNo, now })
  const subject = await findSubject(tx, deps, { accountId, orderNo })
  return prepareCheck(tx, deps, { accountId, now }, { orderNo, back, subject })
}
