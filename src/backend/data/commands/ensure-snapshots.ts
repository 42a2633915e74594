import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import { replay } from '#domain/data/replay.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { toJson } from '../rows/buckets.ts'
import { readPools } from '../rows/load-pools.ts'
import { lastSnapshots } from '../rows/snapshots.ts'

/**
 * Makes sure that each of these ledgers has a snapshot at this moment, and deletes the older ones: no replay begins
 * before it any more. @returns how many had none.
 */
export async function ensureSnapshots(
  tx: Db,
  contractIds: readonly string[],
  at: Instant,
): Promise<number> {
  const { rows: contracts } = await sql<{
    contract_id: string
    ends_on: TokyoDate | null
  }>`
    select contract_id, ends_on from contract where contract_id = any(${contractIds})
    order by contract_id for update`.execute(tx)
  const { rows: existing } = await sql<{ contract_id: string }>`
    select contract_id from data_opening
    where contract_id = any(${contractIds}) and at = ${at.toString()}`.execute(tx)
  const has = new Set(existing.map((row) => row.contract_id))
  const missing = contracts.filter((one) => !has.has(one.contract_id))
  const snapshots = await lastSnapshots(
    tx,
    missing.map((one) => one.contract_id),
    at,
  )
  for (const { contractId, facts } of await readPools(tx, missing, snapshots, at))
    await insertRow(tx, 'data_opening', {
      contract_id: contractId,
      at,
      buckets: JSON.stringify(replay(facts, at).buckets.map(toJson)),
    })
  await sql`
    delete from data_opening where contract_id = any(${contractIds}) and at < ${at.toString()}`.execute(
    tx,
  )
  return missing.length
}
