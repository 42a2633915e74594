import type { Db } from '#backend/db/connect.ts'

/** Successions by which a contract goes on with an heir, which our staff have found right and nobody has stopped. */
export const takeoverAhead = `select from succession s where s.wish = 'take_over' and s.closed_at is null
  and s.moves_from is not null`

/** Whether an accepted succession is ahead: nothing of the contract ends until it has been carried out or stopped. */
export async function isTakeoverAhead(db: Db, contractId: string): Promise<boolean> {
  const row = await db
    .selectFrom('succession')
    .select('succession_id')
    .where('contract_id', '=', contractId)
    .where('wish', '=', 'take_over')
    .where('closed_at', 'is', null)
    .where('moves_from', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Since when a succession to the contract waits to be decided, as its holder was notified: by the newest of them. */
export async function successionAskedAt(db: Db, contractId: string) {
  const row = await db
    .selectFrom('succession')
    .select('submitted_at')
    .where('contract_id', '=', contractId)
    .where('submitted_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('submitted_at', 'desc')
    .executeTakeFirst()
  return row?.submitted_at ?? undefined
}
