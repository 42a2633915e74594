import type { Transaction } from 'kysely'
import { canonical } from '#backend/audit.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { RefusalError } from '#backend/refusal.ts'

export type KeyedCall = {
  /** The account, or what tells one visitor from another. */
  asker: string
  operation: string
  key: string
  body: unknown
  now: Temporal.Instant
}

/**
 * Runs a change once per key. The key row, what `change` writes and the jobs it sends commit in ONE transaction:
 * a second call with the same key waits for the first and is given its answer. A refusal rolls all of it back, so
 * nothing of it is remembered and the member may try again.
 * @throws RefusalError IDEMPOTENCY_KEY_REUSED when the key came with another body, IDEMPOTENCY_IN_FLIGHT after 2.5 s of waiting.
 */
export async function runKeyed<Result>(
  { database, sealing }: { database: Pick<DatabaseHandle, 'db'>; sealing: Sealing },
  call: KeyedCall,
  change: (tx: Transaction<Database>) => Promise<Result>,
): Promise<{ replayed: false; result: Result } | { replayed: true; result: unknown }> {
  // A plain hash of a short body (a phone number) could be guessed.
  const bodyHash = sealing.index('idempotency body', canonical(call.body))
  return database.db.transaction().execute(async (tx) => {
    const row = { account_id: call.asker, operation: call.operation, key: call.key }
    const claimed = await tx
      .insertInto('idempotency_key')
      .values({ ...row, body_hash: bodyHash, created_at: call.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
      .catch(refuseInFlight)
    if (claimed.numInsertedOrUpdatedRows === 0n) return replay(tx, sealing, row, bodyHash)
    const result = await change(tx)
    await tx
      .updateTable('idempotency_key')
      .set({
        status: 200,
        answer_sealed: sealing.seal(answerPlace(row), JSON.stringify({ result })),
      })
      .where('account_id', '=', row.account_id)
      .where('operation', '=', row.operation)
      .where('key', '=', row.key)
      .execute()
    return { replayed: false, result }
  })
}

type KeyRow = { account_id: string; operation: string; key: string }

export function answerPlace({ account_id: accountId, operation, key }: KeyRow) {
  return `idempotency_key.answer:${accountId}:${operation}:${key}`
}

async function replay(tx: Transaction<Database>, sealing: Sealing, row: KeyRow, bodyHash: string) {
  const stored = await tx
    .selectFrom('idempotency_key')
    .select(['body_hash', 'answer_sealed'])
    .where('account_id', '=', row.account_id)
    .where('operation', '=', row.operation)
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow()
  if (stored.body_hash !== bodyHash) throw new RefusalError('IDEMPOTENCY_KEY_REUSED')
  if (stored.answer_sealed === null)
    throw new Error(`the answer of ${answerPlace(row)} was not kept`)
  const answer: { result?: unknown } = JSON.parse(
    sealing.open(answerPlace(row), stored.answer_sealed),
  )
  return { replayed: true, result: answer.result } as const
}

const LOCK_NOT_AVAILABLE = '55P03'

function refuseInFlight(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
    throw new RefusalError('IDEMPOTENCY_IN_FLIGHT')
  throw error
}
