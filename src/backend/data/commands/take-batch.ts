import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { lockFeed, moveFeed } from '#backend/carrier/feed.ts'
import type { Batch, UsageRecord } from '#backend/ports/carrier.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { mergeUsage } from '../bulk/merge-usage.ts'

type FetchedBatch = {
  /** Where in the feed it was read. */
  readonly cursor: string
  readonly batch: Batch<UsageRecord>
  readonly now: Instant
}

type Taken = { readonly received: number; readonly changed: number }

/** A batch that is being written, or was. */
export type Started = {
  /** The advisory lock that it holds until its end, and the promise of having it. */
  readonly lock: number
  readonly begun: Promise<void>
  /** Undefined where the batch was not taken: another import has moved the cursor or locked one of its records. */
  readonly taken: Promise<Taken | undefined>
}

const DEADLOCK = '40P01'

/**
 * Writes a batch and the cursor behind it in one transaction, which commits after the batch ahead. It waits by a lock in
 * the database, so that PostgreSQL notices the deadlock when the batch ahead needs a record of this one.
 */
export function startBatch(
  { pool }: { readonly pool: pg.Pool },
  fetched: FetchedBatch,
  ahead?: Started,
): Started {
  const lock = randomInt(2 ** 47)
  const begun = Promise.withResolvers<void>()
  const taken = inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    begun.resolve()
    const isNext = async () => {
      await ahead?.begun
      if (ahead) await client.query('select pg_advisory_xact_lock($1)', [ahead.lock])
      return (await lockFeed(client, 'usage', fetched.now)) === fetched.cursor
    }
    const changed = await mergeUsage(client, fetched.batch.rows, fetched.now, isNext)
    if (changed === undefined) return undefined
    await moveFeed(client, 'usage', reachedBy(fetched))
    return { received: fetched.batch.rows.length, changed }
  }).finally(begun.resolve)
  // A failure is passed on where the import awaits the batch, in the order of the feed.
  taken.catch(() => undefined)
  return { lock, begun: begun.promise, taken }
}

/** Commits if the work has a result, else rolls back. */
async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(result === undefined ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof Error && 'code' in error && error.code === DEADLOCK) return undefined
    throw error
  } finally {
    client.release()
  }
}

function reachedBy({ cursor, batch, now }: FetchedBatch) {
  const through = batch.through === '' ? now : instant(batch.through)
  return { cursor: batch.nextCursor || cursor, through: batch.more ? undefined : through, now }
}
