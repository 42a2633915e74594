import type { ContractRow } from '#backend/contract/contracts.ts'
import { isContractOver } from '#backend/contract-over.ts'
import { billStates, type BillState } from '#domain/billing/bill-states.ts'

/** The label of a bill's state: of a contract that has ended, none says that it is stopped, or still to be ended. */
export function billLabel(state: BillState, { status }: Pick<ContractRow, 'status'>): string {
  const isOfRunning = state === 'suspended' || state === 'final_notice'
  return billStates.words(isOfRunning && isContractOver(status) ? 'unpaid' : state).label
}
