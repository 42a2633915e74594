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
 * Charges usage to ledgers up to `now`, or later where a ledger has a later entry: locks the contracts, replays each
 * from its last snapshot before the earliest new fact, appends the difference as entries and writes the balances. What
 * is queued for these contracts is taken too. A second run adds nothing.
 */
export async function chargeLedgers(
  tx: Db,
  changed: readonly ChangedLedger[],
  now: Instant,
): Promise<ReadonlyMap<string, Pool>> {
  const loaded = await loadPools(tx, changed, now)
  const charged = loaded.map((one) => {
    const pool = replay(one.facts, one.asOf)
    const entries = entriesFor(pool, one.written)
    return { ...one, pool, entries, snapshots: newSnapshots(one.facts, one.asOf) }
  })
  await savePools(tx, charged)
  await noteForCalendar(
    tx,
    charged.map((one) => one.contractId),
  )
  await queueForAlerts(
    tx,
    charged.map(({ contractId, pool }) => ({
      contractId,
      leftBytes: addBytes(...pool.buckets.map((one) => one.remainingBytes)),
    })),
  )
  return new Map(charged.map((one) => [one.contractId, one.pool]))
}
