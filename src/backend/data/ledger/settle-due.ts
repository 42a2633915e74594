import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { chargeUsual } from './charge-usual.ts'
import { settleLedgers } from './settle.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue'>

/** Contracts charged in one statement: well under a tenth of a second, for which a member's own change may have to wait. */
const CONTRACTS_A_ROUND = 1000
const UNIQUE_VIOLATION = '23505'

/** Contracts replayed in one transaction: a replay takes ten times as long. */
const REPLAYS_A_ROUND = 100

/**
 * Charges everything that waits to the ledgers, and decides the speed of the lines concerned: what is usual for
 * thousands of contracts at once, the rest by replay. Killed half-way, the rest still waits. Several workers share it:
 * each passes over what another holds, and at its end waits for what is left.
 * @returns how many contracts were settled.
 */
export async function settleDue(deps: Deps, now: Instant): Promise<number> {
  let settled = 0
  for (const wait of ['skip', 'wait'] as const) {
    let after = ''
    for (;;) {
      const ids = await waiting(deps, now, after)
      if (ids.length === 0) break
      settled += await settleRound(deps, ids, now, wait)
      after = ids.at(-1) ?? after
    }
  }
  return settled
}

async function waiting({ database }: Deps, now: Instant, after: string): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from ledger_due
    where since <= ${now.toString()} and contract_id > ${after}
    order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(database.db)
  return rows.map((row) => row.contract_id)
}

type Locking = 'skip' | 'wait'

async function settleRound(
  { database, queue }: Deps,
  ids: readonly string[],
  now: Instant,
  locking: Locking,
): Promise<number> {
  const charged = await chargeTogether({ database, queue }, ids, now, locking)
  const rest = ids.filter((id) => !charged.has(id))
  let settled = charged.size
  for (let n = 0; n < rest.length; n += REPLAYS_A_ROUND)
    settled += await database.db.transaction().execute(async (tx) => {
      const held = (await lock(tx, rest.slice(n, n + REPLAYS_A_ROUND), locking)).map(idOf)
      const dues = held.map((contractId) => ({ contractId, since: now }))
      await settleLedgers(tx, dues, now)
      await settleSpeeds(tx, queue, held, now)
      return held.length
    })
  return settled
}

/** @returns the contracts that needed no replay. */
async function chargeTogether(
  { database, queue }: Deps,
  ids: readonly string[],
  now: Instant,
  locking: Locking,
): Promise<ReadonlySet<string>> {
  try {
    return await database.db.transaction().execute(async (tx) => {
      const inService = (await lock(tx, ids, locking)).filter(
        ({ ends_on }) => ends_on === null || ends_on >= toTokyoDate(now),
      )
      const { contractIds, slowIds } = await chargeUsual(tx, inService.map(idOf), now)
      if (slowIds.length > 0) await settleSpeeds(tx, queue, slowIds, now)
      return contractIds
    })
  } catch (error) {
    // The carrier gave the id of a record of before to a new one: the replay knows which of the two counts.
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
      return new Set()
    throw error
  }
}

type Locked = { readonly contract_id: string; readonly ends_on: TokyoDate | null }
const idOf = (locked: Locked) => locked.contract_id

/** In the order of their ids, so that no two wait for each other. */
async function lock(tx: Db, ids: readonly string[], locking: Locking): Promise<readonly Locked[]> {
  const { rows } = await sql<Locked>`
    select contract_id, ends_on from contract where contract_id = any(${ids})
    order by contract_id for update ${sql.raw(locking === 'skip' ? 'skip locked' : '')}`.execute(tx)
  return rows
}
