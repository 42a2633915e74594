import type { Db } from '#backend/db/connect.ts'
import { addBytes } from '#domain/bytes.ts'
import { entriesFor } from '#domain/data/ledger.ts'
import type { Pool } from '#domain/data/pool.ts'
import { replay } from '#domain/data/replay.ts'
import type { Instant } from '#domain/tokyo.ts'
import { queueForAlerts } from '../rows/alert-queue.ts'
import { noteForCalendar } from '../rows/calendar.ts'
import { type ChangedLedger, loadPools } from '../rows/load-pools.ts'
import { savePools } from '../rows/save-pools.ts'
import { newSnapshots } from '../rows/snapshots.ts'

/**
 * Brings ledgers up to what the facts say at `now`, or later where the ledger already knows of a later moment: locks
 * the contracts, replays each from its snapshot before the earliest new fact, appends the difference as entries and
 * renews the caches. Whatever came in meanwhile for these contracts is taken up as well. A second run adds nothing.
 */
export async function chargeLedgers(
  tx: Db,
  dues: readonly ChangedLedger[],
  now: Instant,
): Promise<ReadonlyMap<string, Pool>> {
  const loaded = await loadPools(tx, dues, now)
  const settled = loaded.map((one) => {
    const pool = replay(one.facts, one.asOf)
    const entries = entriesFor(pool, one.written)
    return { ...one, pool, entries, snapshots: newSnapshots(one.facts, one.asOf) }
  })
  await savePools(tx, settled)
  await noteForCalendar(
    tx,
    settled.map((one) => one.contractId),
  )
  await queueForAlerts(
    tx,
    settled.map(({ contractId, pool }) => ({
      contractId,
      leftBytes: addBytes(...pool.buckets.map((one) => one.remainingBytes)),
    })),
  )
  return new Map(settled.map((one) => [one.contractId, one.pool]))
}
