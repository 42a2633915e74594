import { findContract, type ContractRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import type { ApplicationRow } from '../rows/applications.ts'

/** What the contract's state means for its application; undefined while the contract is being prepared. */
export function eventOfContract({
  status,
  started_on: startedOn,
}: Pick<ContractRow, 'status' | 'started_on'>): 'fulfilled' | 'withdrawn' | 'rejected' | undefined {
  if (startedOn !== null) return 'fulfilled'
  if (status === 'withdrawn') return 'withdrawn'
  return contractStates.isTerminal(status) ? 'rejected' : undefined
}

/** The state as the contract has it by now; the row follows within the hour. */
export async function stateNow(db: Db, row: ApplicationRow): Promise<ApplicationState> {
  const state = applicationStates.isState(row.state) ? row.state : applicationStates.initial
  if (state !== 'accepted' || row.contract_id === null) return state
  const event = eventOfContract(await findContract(db, row.contract_id))
  return (event && applicationStates.target(state, event)) ?? state
}
