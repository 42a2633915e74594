import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'

/** Why an act did not go: the item does not allow it. */
export type Unfit = RangeError | RefusalError

const isUnfit = (error: unknown): error is Unfit =>
  error instanceof RangeError || error instanceof RefusalError

/**
 * Does the work within the transaction, and undoes it alone where the item does not allow it, or where it is only tried
 * (`isTrial`): then nothing of it stays, and the same checks were asked as when it is carried out.
 * @returns why it did not go; undefined where it went
 */
export async function attempt(
  tx: Db,
  work: () => Promise<void>,
  { isTrial = false }: { readonly isTrial?: boolean } = {},
): Promise<Unfit | undefined> {
  await sql`savepoint attempt`.execute(tx)
  try {
    await work()
    if (!isTrial) {
      await sql`release savepoint attempt`.execute(tx)
      return undefined
    }
  } catch (error) {
    if (!isUnfit(error)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    return error
  }
  await sql`rollback to savepoint attempt`.execute(tx)
  return undefined
}
