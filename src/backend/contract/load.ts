import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import {
  findContract,
  findLines,
  lockContract,
  type ContractRow,
  type LineRow,
} from './contracts.ts'
import { factsFrom } from './facts.ts'
import { findLocks, lockFrom } from './locks.ts'
import { findOrdersThatCount, type OrderRow } from './orders.ts'

/** A contract as queries and commands read it. */
export type LoadedContract = {
  readonly contract: ContractRow
  /** By position; ended ones too. */
  readonly lines: readonly LineRow[]
  /** Open orders, the oldest first. */
  readonly open: readonly OrderRow[]
  readonly facts: ContractFacts
}

/**
 * The contract with everything the rules need to know of it: four reads by its key.
 * @param lock for a change: two changes of one contract happen one after the other (quality R3).
 */
export async function loadContract(
  db: Db,
  contractId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<LoadedContract> {
  const contract = await (lock ? lockContract(db, contractId) : findContract(db, contractId))
  const lines = await findLines(db, contractId)
  const orders = await findOrdersThatCount(db, contractId)
  const locks = await findLocks(db, contractId)
  return {
    contract,
    lines,
    open: orders.filter(({ closed_at }) => closed_at === null),
    facts: { ...factsFrom(contract, lines, orders), locks: locks.map(lockFrom) },
  }
}

/** @throws RefusalError NOT_FOUND for a line that does not exist and for another member's: the two look the same. */
export function lineOf({ lines }: Pick<LoadedContract, 'lines'>, lineId: string): LineRow {
  const line = lines.find(({ line_id }) => line_id === lineId)
  if (line === undefined) throw new RefusalError('NOT_FOUND')
  return line
}
