import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow, rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { served } from '#domain/exclusion/rule.ts'
import { isContractOver } from '#backend/contract-over.ts'

export type ContractRow = Selectable<Database['contract']>
export type LineRow = Selectable<Database['line']>

export async function findContract(db: Db, contractId: string): Promise<ContractRow> {
  return getRow(db, 'contract', { contract_id: contractId }, notFound)
}

/** Locks the contract for this transaction: two changes of one contract happen one after the other (quality R3). */
export async function lockContract(tx: Db, contractId: string): Promise<ContractRow> {
  return tx
    .selectFrom('contract')
    .selectAll()
    .where('contract_id', '=', contractId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** All lines of the contract by their position; ended ones too. */
export async function findLines(db: Db, contractId: string): Promise<LineRow[]> {
  return rowsOf(db, 'line', { contract_id: contractId }, 'position')
}

/** @throws RefusalError NOT_FOUND for a line that does not exist and for another member's: the two look the same. */
export async function findLine(db: Db, contractId: string, lineId: string): Promise<LineRow> {
  return getRow(db, 'line', { contract_id: contractId, line_id: lineId }, notFound)
}

/** Somebody is served at it: neither before it begins nor after its end. */
export const isContractServed = ({ status }: Pick<ContractRow, 'status'>): boolean =>
  served.some((one) => one === status)

/** @throws RefusalError CONTRACT_ENDED, CONTRACT_NOT_ACTIVE */
export function requireServed(contract: Pick<ContractRow, 'status'>): void {
  if (isContractServed(contract)) return
  throw new RefusalError(isContractOver(contract.status) ? 'CONTRACT_ENDED' : 'CONTRACT_NOT_ACTIVE')
}

/** Stopped by staff for suspected misuse: what a stranger may have begun goes no further, and the line goes to no other SIM. */
export const isFrozen = ({ suspension_reason: reason }: Pick<LineRow, 'suspension_reason'>) =>
  reason === 'fraud'

/** In service or suspended: neither being prepared nor ended. */
export function isServed({ status }: Pick<LineRow, 'status'>): boolean {
  return status === 'active' || status === 'suspended' || status === 'ending'
}
