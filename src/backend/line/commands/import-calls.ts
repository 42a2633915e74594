import { feedCursor, lockFeed, monthsOf, moveFeed } from '#backend/carrier/feed.ts'
import type { Db } from '#backend/db/connect.ts'
import { runFixed } from '#backend/db/fixed-query.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import type { Batch, CallRecord } from '#backend/ports/carrier.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339, instant, type Instant } from '#domain/tokyo.ts'
import { takeRecords, takeSetAside, type Rated } from './take-records.ts'

/** Records in a batch; with all their columns below PostgreSQL's limit of parameters. */
const BATCH_RECORDS = 2000

type Deps = Pick<ProcedureDeps, 'database' | 'carrier' | 'log' | 'sealing' | 'book'>

/**
 * Reads the carrier's feed of calls and messages to its end. Each batch and the cursor behind it commit together; the
 * call out is made before the transaction, and a batch whose cursor another importer has moved meanwhile is left to it.
 * A record that comes again changes nothing; a corrected one counts from now on.
 */
export async function importCalls(deps: Deps, now: Instant) {
  const { db } = deps.database
  const rated = { sealing: deps.sealing, book: deps.book }
  await db.transaction().execute((tx) => takeSetAside(tx, rated, now))
  for (let more = true; more;) {
    const cursor = await feedCursor(db, 'calls')
    const answer = await deps.carrier.calls(cursor, BATCH_RECORDS, formatRfc3339(now))
    if (answer.kind !== 'accepted') {
      deps.log.warn({ answer }, 'call feed gave no batch')
      return
    }
    const batch = answer.value
    const months = monthsOf(new Set(batch.rows.map((record) => record.startedAt)), now)
    await ensureMonthPartitions(deps.database, 'call_record', months)
    await db.transaction().execute((tx) => takeBatch(tx, rated, { cursor, batch, now }))
    more = batch.more
  }
  const { faults } = await db
    .selectFrom('call_fault')
    .select(({ fn }) => fn.countAll<number>().as('faults'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (faults > 0) deps.log.error({ faults }, 'call records that cannot be rated')
}

/** Writes a batch and the cursor behind it, received at `now`; not if another importer has been here since. */
export async function takeBatch(
  tx: Db,
  rated: Rated,
  { cursor, batch, now }: { cursor: string; batch: Batch<CallRecord>; now: Instant },
) {
  const feed = {
    query: async (text: string, values: (string | null)[]) => ({
      rows: await runFixed(tx, text, values),
    }),
  }
  if ((await lockFeed(feed, 'calls', now)) !== cursor) return
  await takeRecords(tx, rated, batch.rows, now)
  const isComplete = batch.through !== '' && !batch.more
  const through = isComplete ? instant(batch.through) : undefined
  await moveFeed(feed, 'calls', { cursor: batch.nextCursor || cursor, through, now })
}
