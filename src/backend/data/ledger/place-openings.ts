import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { replay } from '#domain/data/replay.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { toJson } from './bucket-mapping.ts'
import { lastOpenings, readPools } from './load.ts'

/**
 * Makes sure that each of these ledgers has an opening at this moment, and drops the older ones: what happened before it
 * is never replayed again. @returns how many had none.
 */
export async function placeOpenings(
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
  const { rows: placed } = await sql<{ contract_id: string }>`
    select contract_id from data_opening
    where contract_id = any(${contractIds}) and at = ${at.toString()}`.execute(tx)
  const has = new Set(placed.map((row) => row.contract_id))
  const missing = contracts.filter((one) => !has.has(one.contract_id))
  const openings = await lastOpenings(
    tx,
    missing.map((one) => one.contract_id),
    at,
  )
  for (const { contractId, facts } of await readPools(tx, missing, openings, at))
    await tx
      .insertInto('data_opening')
      .values({
        contract_id: contractId,
        at,
        buckets: JSON.stringify(replay(facts, at).buckets.map(toJson)),
      })
      .execute()
  await sql`
    delete from data_opening where contract_id = any(${contractIds}) and at < ${at.toString()}`.execute(
    tx,
  )
  return missing.length
}
