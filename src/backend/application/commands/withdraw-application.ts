import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { lockRow } from '#backend/db/rows.ts'
import { withdrawOpening } from '#backend/opening/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { applicationStates } from '#domain/application/application-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { stateNow } from '../queries/state-now.ts'
import type { ApplicationRow } from '../rows/applications.ts'
import { applications } from '../steps.ts'
import type { DecideDeps } from './decide-application.ts'

type Who = { readonly accountId: string; readonly now: Instant; readonly traceKey: string }

/**
 * Takes an application back, until the first shipment. Repeating it changes nothing.
 * @returns the application as it is now
 * @throws RefusalError APPLICATION_UNKNOWN, APPLICATION_NOT_WITHDRAWABLE
 */
export async function withdrawApplication(
  tx: Db,
  deps: DecideDeps,
  who: Who,
  { orderNo }: { readonly orderNo: string },
): Promise<ApplicationRow> {
  const { accountId, now, traceKey } = who
  const row = await lockRow(tx, 'application', { order_no: orderNo, account_id: accountId })
  if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
  const state = await stateNow(tx, row)
  if (state === 'withdrawn' || row.withdraw_asked_at !== null) return row
  const { contract_id: contractId } = row
  const isAllowed =
    applicationStates.can(state, 'withdrawn', 'member') &&
    (contractId === null || (await stopOpening(tx, deps, { ...who, contractId })))
  if (!isAllowed) throw new RefusalError('APPLICATION_NOT_WITHDRAWABLE')
  // Without a contract the application is over at once; otherwise the carrier has to stop what it prepares.
  const isOver = contractId === null || (await stateNow(tx, row)) === 'withdrawn'
  return takeStep(tx, deps, { actor: 'member', accountId, now, traceKey }, applications, {
    row,
    step: isOver ? 'withdrawn' : 'withdrawal_asked',
    patch: { withdraw_asked_at: now },
  })
}

/** @returns whether every line can still be stopped; the contract ends when all have been stopped */
async function stopOpening(tx: Db, deps: DecideDeps, who: Who & { readonly contractId: string }) {
  const { status } = await lockContract(tx, who.contractId)
  const may = contractStates.isState(status) && contractStates.can(status, 'application_withdrawn')
  return may && (await withdrawOpening(tx, deps, { actor: 'member', ...who }))
}
