import type { Db } from '#backend/db/connect.ts'

/** Two changes of one account at once wait for each other, so that the second sees the first. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
