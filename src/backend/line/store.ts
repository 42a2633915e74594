import type { Db } from '#backend/db/connect.ts'

export async function accountOfContract(tx: Db, contractId: string): Promise<string> {
  const contract = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return contract.account_id
}
