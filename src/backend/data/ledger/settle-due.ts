import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Instant } from '#domain/tokyo.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { settleLedgers } from './settle.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue'>

/** Contracts in one transaction: short enough that a member's own change hardly waits. */
const CONTRACTS_A_ROUND = 100

/**
 * Charges everything that waits to the ledgers, and decides the speed of the lines concerned. Killed half-way, the
 * rest still waits; two at once take turns by the contracts' locks.
 * @returns how many contracts were settled.
 */
export async function settleDue({ database, queue }: Deps, now: Instant): Promise<number> {
  let settled = 0
  for (;;) {
    const { rows } = await sql<{ contract_id: string }>`
      select distinct contract_id from ledger_due where since <= ${now.toString()}
      order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(database.db)
    if (rows.length === 0) return settled
    const ids = rows.map((row) => row.contract_id)
    await database.db.transaction().execute(async (tx) => {
      await settleLedgers(
        tx,
        ids.map((contractId) => ({ contractId, since: now })),
        now,
      )
      await settleSpeeds(tx, queue, ids, now)
    })
    settled += ids.length
  }
}
