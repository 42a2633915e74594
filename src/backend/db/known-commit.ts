import type { Kysely, Transaction } from 'kysely'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Database } from '#backend/db/tables.ts'

/**
 * The answer to COMMIT did not come: what was written may be there or not. PostgreSQL commits all the same where only
 * the answer was lost, or came later than we waited.
 */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the answer to COMMIT was lost', { cause })
    this.name = 'CommitUnknown'
  }
}

/**
 * A transaction whose failure says whether anything can have been written: before COMMIT nothing has.
 * @throws CommitUnknown
 */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      isCommitting = true
      return result
    })
  } catch (error) {
    if (isCommitting && isDatabaseOutage(error)) throw new CommitUnknown(error)
    throw error
  }
}
