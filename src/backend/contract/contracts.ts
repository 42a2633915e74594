import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { notFound } from '#backend/refusal.ts'

export type ContractRow = Selectable<Database['contract']>
export type LineRow = Selectable<Database['line']>

export async function findContract(db: Db, contractId: string): Promise<ContractRow> {
  return db
    .selectFrom('contract')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow(notFound)
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
  return db
    .selectFrom('line')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .execute()
}

/** @throws RefusalError NOT_FOUND for a line that does not exist and for another member's: the two look the same. */
export async function findLine(db: Db, contractId: string, lineId: string): Promise<LineRow> {
  return db
    .selectFrom('line')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .executeTakeFirstOrThrow(notFound)
}

/** In service or suspended: neither being prepared nor ended. */
export function isServed({ status }: Pick<LineRow, 'status'>): boolean {
  return status === 'active' || status === 'suspended' || status === 'ending'
}
