import { sql } from 'kysely'
import type { BrokenLaw } from '#backend/broken-law.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { entriesFor } from '#domain/data/ledger.ts'
import { replay } from '#domain/data/replay.ts'
import { instant, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { readPools } from '../rows/load-pools.ts'
import { snapshotsAround } from '../rows/snapshots.ts'

const DAYS_REPLAYED = 3

const CONTRACTS = 200

/** A ledger is compared as of its own last entry: readPools never charges before it. */
const longAgo = instant('2000-01-01T00:00:00Z')

/**
 * Replays some contracts, others each time, from a snapshot some days old and compares entries and balances with what is
 * written: most hours are charged without a replay (charge-usual.ts), and the replay is the authority. A contract with
 * something waiting is passed over.
 */
export async function ledgersUnlikeReplay(db: Db, now: Instant): Promise<readonly BrokenLaw[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx)
    const contracts = await someContracts(tx)
    const ids = contracts.map((one) => one.contract_id)
    const snapshots = await snapshotsAround(tx, ids, now.subtract({ hours: DAYS_REPLAYED * 24 }))
    const stored = await balancesOf(tx, ids)
    const pools = await readPools(tx, contracts, snapshots, longAgo)
    return pools.flatMap(({ contractId, facts, asOf, written }) => {
      const pool = replay(facts, asOf)
      const missing = entriesFor(pool, written).map((entry) => ({
        what: `${entry.source}@${entry.bucketId}#${entry.number}`,
        found: `${entry.bytes} more at ${entry.at.toString()}`,
      }))
      const balances = pool.buckets.map((one) => ({
        what: one.bucketId,
        ours: stored.get(`${contractId} ${one.bucketId}`) ?? 0,
        replayed: one.remainingBytes,
      }))
      const differing = balances
        .filter(({ ours, replayed }) => ours !== replayed)
        .map(({ what, ours, replayed }) => ({ what, found: `${ours} of replayed ${replayed}` }))
      return [...missing, ...differing].map((one) => ({
        law: 'a ledger says what a replay of its facts says',
        contract_id: contractId,
        ...one,
      }))
    })
  })
}

type Chosen = { readonly contract_id: string; readonly ends_on: TokyoDate | null }

/** From a random position in the order of the ids, and on from the first after the last. */
async function someContracts(tx: Db): Promise<readonly Chosen[]> {
  const position = newId('ctr')
  const { rows } = await sql<Chosen>`
    select contract_id, ends_on from (
      (select contract_id, ends_on from contract where contract_id >= ${position}
        order by contract_id limit ${CONTRACTS})
      union all
      (select contract_id, ends_on from contract where contract_id < ${position}
        order by contract_id limit ${CONTRACTS})) c
    where not exists (select from ledger_due d where d.contract_id = c.contract_id)
    limit ${CONTRACTS}`.execute(tx)
  return rows
}

async function balancesOf(tx: Db, ids: readonly string[]) {
  const { rows } = await sql<{ key: string; bytes: number }>`
    select contract_id || ' ' || bucket_id as key, remaining_bytes as bytes
    from data_bucket where contract_id = any(${ids})`.execute(tx)
  return new Map(rows.map((row) => [row.key, row.bytes]))
}
