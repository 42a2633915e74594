import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { contractStates } from '#domain/contract/contract-states.ts'

/** States of contracts that were never opened. */
const neverBegan = ['rejected', 'expired', 'withdrawn'] as const

/**
 * The contract of an account: the living one, else the last that ended; who has left and come back has several. The part
 * of a statement that gives its id, for the account given.
 */
export const contractIdOf = (account: RawBuilder<unknown>) => sql<string | null>`(
  select own.contract_id from contract own
  where own.account_id = ${account} and own.status <> all(${[...neverBegan]}::text[])
  order by own.status = any(${[...contractStates.terminal]}::text[]), own.applied_at desc, own.contract_id
  limit 1)`

export async function findContractId(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select(contractIdOf(sql.ref('account.account_id')).as('contract_id'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.contract_id ?? undefined
}

/** The contract that has not ended; an account has at most one (index contract_living_account). */
export async function findLivingContract(db: Db, accountId: string) {
  return db
    .selectFrom('contract')
    .select(['contract_id', 'status'])
    .where('account_id', '=', accountId)
    .where('status', 'not in', contractStates.terminal)
    .executeTakeFirst()
}

/** The account's earlier contracts that were opened, the latest first. */
export async function findEarlierContracts(
  db: Db,
  { accountId, contractId }: { readonly accountId: string; readonly contractId: string },
) {
  return db
    .selectFrom('contract')
    .select(['contract_id', 'started_on', 'ends_on'])
    .where('account_id', '=', accountId)
    .where('contract_id', '!=', contractId)
    .where('status', 'in', contractStates.terminal)
    .where('status', 'not in', neverBegan)
    .orderBy('applied_at', 'desc')
    .execute()
}
