import { changeContract } from '#backend/contract/change.ts'
import { findLines, type ContractRow } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { openingFailedMessage } from '../messages.ts'

type Stopped = {
  readonly contract: ContractRow
  readonly isWithdrawn: boolean
  readonly at: Instant
  /** The holder has had the reason by another message. */
  readonly isNotified?: boolean
}

/** Ends a contract that has not begun when none of its lines is still to come. */
export async function endUnlessBegun(
  tx: Db,
  { engine }: Pick<ProcedureDeps, 'engine'>,
  by: By,
  { contract, isWithdrawn, isNotified = isWithdrawn, at }: Stopped,
) {
  const { contract_id: contractId, started_on: startedOn, status: before } = contract
  const lines = await findLines(tx, contractId)
  if (startedOn !== null || lines.some(({ status }) => status !== 'ended')) return
  const event = isWithdrawn ? 'application_withdrawn' : 'opening_failed'
  const status = contractStates.isState(before) && contractStates.target(before, event)
  if (!status) return
  await changeContract(tx, contractId, { status }, { actor: by.actor, now: at })
  await recordChange(tx, engine, by, {
    action: isWithdrawn ? 'opening-stopped' : 'opening-failed',
    target: contractId,
    // An applicant who withdraws gets the message of the application.
    message: isNotified
      ? undefined
      : (accountId) => openingFailedMessage({ accountId, contractId }),
  })
}
