import { restartCollection } from '#backend/billing/public.ts'
import { changeContract } from '#backend/contract/change.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { served } from '#domain/exclusion/rule.ts'
import { graceAfter } from '#domain/succession/steps.ts'

type By = Pick<AccountWho, 'actor' | 'now'>

/** From now on nothing is collected and the contract cannot be changed. A contract that has ended is not paused. */
export async function pauseContract(tx: Db, contractId: string, { actor, now }: By) {
  const contract = await lockContract(tx, contractId)
  const isServed = contractStates.isState(contract.status) && served.includes(contract.status)
  if (!isServed || contract.succession_since !== null) return
  await changeContract(tx, contractId, { succession_since: now }, { actor, now })
}

/**
 * The contract goes on as before, and so does the collection of its debts: at once where the heir withdrew or the holder
 * stopped the succession (otherwise a false report would put debts off), after a grace where we rejected or closed it.
 */
export async function resumeContract(tx: Db, contractId: string, { actor, now }: By) {
  const { succession_since: since } = await lockContract(tx, contractId)
  if (since === null) return
  const isOurs = actor === 'staff' || actor === 'system'
  const change = {
    succession_since: null,
    ...(isOurs && { collection_paused_until: graceAfter(now) }),
  }
  await changeContract(tx, contractId, change, { actor, now })
  await restartCollection(tx, contractId, isOurs ? graceAfter(now) : now)
}
