import type { Updateable } from 'kysely'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ContractTables } from '#backend/db/tables/contract.ts'

type Changes = Pick<
  Updateable<ContractTables['line']>,
  'nickname' | 'status' | 'suspension_reason' | 'malware_block'
>

/** The caller holds the contract's lock. */
export async function updateLine(
  tx: Db,
  contractId: string,
  lineId: string,
  changes: Changes,
): Promise<LineRow> {
  return tx
    .updateTable('line')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function accountOfContract(tx: Db, contractId: string): Promise<string> {
  const contract = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return contract.account_id
}
