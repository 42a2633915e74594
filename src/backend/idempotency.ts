import type { Transaction } from 'kysely'
import { canonical } from '#backend/audit.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { CommitUnknown, inTransaction } from '#backend/db/known-commit.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { updateRows } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'

export type KeyedCall = {
  /** The account, or what tells one visitor from another. */
  asker: string
  operation: string
  key: string
  body: unknown
  now: Temporal.Instant
}

type Keyed<Result> = { replayed: false; result: Result } | { replayed: true; result: unknown }
type Keeping = { database: Pick<DatabaseHandle, 'db'>; sealing: Sealing }

/**
 * Runs a change once per key. The key row, what `change` writes and the jobs it sends commit in ONE transaction:
 * a second call with the same key waits for the first and is given its answer. A refusal rolls all of it back, so
 * nothing of it is remembered and the member may try again. When the answer to COMMIT is lost, the key is looked up over
 * another connection: where its row is, the change was made and is answered for.
 * @throws RefusalError IDEMPOTENCY_KEY_REUSED when the key came with another body, IDEMPOTENCY_IN_FLIGHT after 2.5 s of waiting,
 * OUTCOME_UNKNOWN when nobody can say yet whether it was made; an outage when it was not.
 */
export async function runKeyed<Result>(
  keeping: Keeping,
  call: KeyedCall,
  change: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Keyed<Result>> {
  try {
    return await changeOnce(keeping, call, change)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    const made = await lookUp(keeping, call).catch((cause: unknown) => {
      throw new RefusalError('OUTCOME_UNKNOWN', { cause })
    })
    if (made === undefined) throw error.cause
    return made
  }
}

async function changeOnce<Result>(
  { database, sealing }: Keeping,
  call: KeyedCall,
  change: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Keyed<Result>> {
  const row = rowOf(call)
  const bodyHash = bodyHashOf(sealing, call)
  return inTransaction(database.db, async (tx) => {
    if (!(await claim(tx, call, bodyHash))) return replay(tx, sealing, row, bodyHash)
    const result = await change(tx)
    await updateRows(
      tx,
      'idempotency_key',
      { account_id: row.account_id, operation: row.operation, key: row.key },
      {
        status: 200,
        answer_sealed: sealing.seal(answerAad(row), JSON.stringify({ result })),
      },
    )
    return { replayed: false, result }
  })
}

/**
 * What became of a change whose COMMIT was not answered. The row is claimed once more: as long as the lost transaction
 * is open this waits, and then either its row is there or ours is, which is taken back. Undefined: nothing was written.
 */
async function lookUp({ database, sealing }: Keeping, call: KeyedCall) {
  const bodyHash = bodyHashOf(sealing, call)
  const tx = await database.db.startTransaction().execute()
  try {
    if (await claim(tx, call, bodyHash)) return undefined
    return await replay(tx, sealing, rowOf(call), bodyHash)
  } finally {
    await tx.rollback().execute()
  }
}

/** @returns whether the key is new. */
async function claim(tx: Transaction<Database>, call: KeyedCall, bodyHash: string) {
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({ ...rowOf(call), body_hash: bodyHash, created_at: call.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch(refuseInFlight)
  return claimed.numInsertedOrUpdatedRows !== 0n
}

/** A plain hash of a short body (a phone number) could be guessed. */
const bodyHashOf = (sealing: Sealing, { body }: KeyedCall) =>
  sealing.index('idempotency body', canonical(body))

const rowOf = ({ asker, operation, key }: KeyedCall): KeyRow => ({
  account_id: asker,
  operation,
  key,
})

type KeyRow = { account_id: string; operation: string; key: string }

export function answerAad({ account_id: accountId, operation, key }: KeyRow) {
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
  if (stored.answer_sealed === null) throw new Error(`the answer of ${answerAad(row)} was not kept`)
  const answer: { result?: unknown } = JSON.parse(
    sealing.open(answerAad(row), stored.answer_sealed),
  )
  return { replayed: true, result: answer.result } as const
}

const LOCK_NOT_AVAILABLE = '55P03'

function refuseInFlight(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
    throw new RefusalError('IDEMPOTENCY_IN_FLIGHT')
  throw error
}
