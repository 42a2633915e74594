import { sql } from 'kysely'
import { contractStates } from '#domain/contract/contract-states.ts'

/*
 * A contract that is over: nothing is used or ordered any more, and whoever was let in by it or told of it is not any longer.
 * What was can be read.
 */

export const isContractOver = (status: string): boolean => contractStates.isTerminal(status)

/** The same of the contract `c` of a statement. */
export const contractIsOver = sql<boolean>`c.status in (${sql.join(contractStates.terminal.map((state) => sql.lit(state)))})`
