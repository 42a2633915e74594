import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Instant } from '#domain/tokyo.ts'
import { settleSpeeds } from './settle-speed.ts'

const CONTRACTS_A_ROUND = 200

/**
 * The three-day rule sets in and lifts with the days, and with late records of them; a size without data is low from
 * its first hour. Only lines without high speed, switched off, or without data are concerned.
 */
export async function settleSlowLines(
  { database, queue }: Pick<AreaDeps, 'database' | 'queue'>,
  now: Instant,
) {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ contract_id: string }>`
      select contract_id from line where (carrier_speed <> 'high' or not high_speed_on) and contract_id > ${after}
      union
      select l.contract_id from line l
      left join data_bucket b on b.contract_id = l.contract_id and b.remaining_bytes > 0
      where b.contract_id is null and l.status in ('active', 'suspended', 'ending')
        and l.contract_id > ${after}
      order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(database.db)
    const ids = rows.map((row) => row.contract_id)
    if (ids.length === 0) return
    await database.db.transaction().execute((tx) => settleSpeeds(tx, queue, ids, now))
    after = ids.at(-1) ?? after
  }
}
