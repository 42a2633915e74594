import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { canonical } from '#backend/audit.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { Refusal } from '#backend/refusal.ts'

export type KeyedCall = {
  accountId: string
  operation: string
  key: string
  body: unknown
  now: Temporal.Instant
}

/**
 * Runs a change once per key. The key row, what `change` writes and the jobs it sends commit in ONE transaction:
 * a second call with the same key waits for the first and is given its answer. A refusal rolls all of it back, so
 * nothing of it is remembered and the member may try again.
 * @throws Refusal IDEMPOTENCY_KEY_REUSED when the key came with another body, IDEMPOTENCY_IN_FLIGHT after 2.5 s of waiting.
 */
export async function runKeyed<Result>(
  { db }: DatabaseHandle,
  call: KeyedCall,
  change: (tx: Transaction<Database>) => Promise<Result>,
): Promise<{ replayed: false; result: Result } | { replayed: true; result: unknown }> {
  const bodyHash = createHash('sha256').update(canonical(call.body)).digest('base64url')
  return db.transaction().execute(async (tx) => {
    const row = { account_id: call.accountId, operation: call.operation, key: call.key }
    const claimed = await tx
      .insertInto('idempotency_key')
      .values({ ...row, body_hash: bodyHash, created_at: call.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
      .catch(refuseInFlight)
    if (claimed.numInsertedOrUpdatedRows === 0n) return replay(tx, row, bodyHash)
    const result = await change(tx)
    await tx
      .updateTable('idempotency_key')
      .set({ status: 200, body: JSON.stringify({ result }) })
      .where('account_id', '=', row.account_id)
      .where('operation', '=', row.operation)
      .where('key', '=', row.key)
      .execute()
    return { replayed: false, result }
  })
}

async function replay(
  tx: Transaction<Database>,
  row: { account_id: string; operation: string; key: string },
  bodyHash: string,
) {
  const stored = await tx
    .selectFrom('idempotency_key')
    .select(['body_hash', 'body'])
    .where('account_id', '=', row.account_id)
    .where('operation', '=', row.operation)
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow()
  if (stored.body_hash !== bodyHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  return { replayed: true, result: stored.body?.result } as const
}

const LOCK_NOT_AVAILABLE = '55P03'

function refuseInFlight(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
    throw new Refusal('IDEMPOTENCY_IN_FLIGHT')
  throw error
}
