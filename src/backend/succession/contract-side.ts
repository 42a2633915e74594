import { changeContract } from '#backend/contract/change.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { served } from '#domain/exclusion/rule.ts'
import { DAYS_AFTER } from '#domain/succession/steps.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { StepBy } from './rows.ts'

/** From now on nothing is collected and the contract cannot be changed. @throws RefusalError SUCCESSION_NOT_FOUND */
export async function pauseContract(tx: Db, contractId: string, { actor, now }: StepBy) {
  const contract = await lockContract(tx, contractId)
  if (!contractStates.isState(contract.status) || !served.includes(contract.status))
    throw new RefusalError('SUCCESSION_NOT_FOUND')
  if (contract.succession_since !== null) throw new RefusalError('SUCCESSION_UNDER_WAY')
  await changeContract(tx, contractId, { succession_since: now }, { actor, now })
  return contract
}

/** The contract goes on as before; the collection of debts resumes only after a while. */
export async function resumeContract(tx: Db, contractId: string, { actor, now }: StepBy) {
  const { succession_since: since } = await lockContract(tx, contractId)
  if (since === null) return
  await changeContract(tx, contractId, resumed(now), { actor, now })
  await restartCollection(tx, contractId, now)
}

export const resumed = (now: Instant) => ({
  succession_since: null,
  collection_paused_until: now.add({ hours: 24 * DAYS_AFTER }),
})

/** Bills that had been stopped for count from the end of the pause: no day that passed meanwhile is held against anybody. */
export async function restartCollection(tx: Db, contractId: string, now: Instant) {
  await tx
    .updateTable('bill')
    .set({ suspended_at: now.add({ hours: 24 * DAYS_AFTER }) })
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['suspended', 'final_notice'])
    .execute()
}
