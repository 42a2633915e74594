import { sql } from 'kysely'
import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { sideBySide } from '#backend/jobs/side-by-side.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { type Instant, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { chargeUsual, isUniqueViolation } from '../bulk/charge-usual.ts'
import { planByKeys } from '../bulk/plan-for-sets.ts'
import { chargeLedgers } from './charge-ledgers.ts'
import { decideSpeeds } from './decide-speeds.ts'
import { watchCaps } from './watch-caps.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue' | 'sealing'> & StepDeps

/** Contracts charged in one statement: under a tenth of a second, for which a member's own change may have to wait. */
const CONTRACTS_A_ROUND = 2000

/** Rounds that one process works on at once, each in a transaction of its own. */
const ROUNDS_AT_ONCE = 2

/** Contracts replayed in one transaction: a replay takes ten times as long. */
const REPLAYS_A_ROUND = 100

/**
 * Charges everything that is queued, and decides the speed of the lines concerned: usual contracts by thousands in one
 * statement, the rest by replay. What a killed run did not reach stays queued. Several workers share the queue: each
 * passes over contracts that another has locked, and waits for them at its end.
 * @returns how many contracts were charged.
 */
export async function chargeQueued(
  deps: Deps,
  now: Instant,
  { contracts = CONTRACTS_A_ROUND, atOnce = ROUNDS_AT_ONCE } = {},
): Promise<number> {
  let charged = 0
  for (const locking of ['skip', 'wait'] as const)
    await sideBySide(roundsOf(deps, now, contracts), atOnce, async (ids) => {
      const done = await chargeRound(deps, ids, now, locking)
      charged += done
    })
  return charged
}

/** More rounds than this are worth a second worker. */
const ROUNDS_ALONE = 5

export const chargeJob = defineJob({
  // As the version before names it, which may run beside this one.
  name: 'settle-due',
  payload: z.object({ now: z.iso.datetime({ offset: true }) }),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/** Queues a job for whichever worker is free to help with a long queue; one that comes too late finds nothing left. */
export async function askForHelp({ database, queue }: Deps, now: Instant) {
  const { rows } = await sql`
    select from ledger_due where since <= ${now.toString()}
    offset ${ROUNDS_ALONE * CONTRACTS_A_ROUND} limit 1`.execute(database.db)
  if (rows.length > 0) await queue.send(database.db, chargeJob, { now: now.toString() })
}

/**
 * The queued contracts, in the order of their ids. Read by the index: however long the queue is, a round reads its own
 * part of it.
 */
async function* roundsOf({ database }: Deps, now: Instant, contractsARound: number) {
  for (let after = ''; ;) {
    const { rows } = await database.db.transaction().execute(async (tx) => {
      await planByKeys(tx)
      return sql<{ contract_id: string }>`
        select contract_id from ledger_due
        where since <= ${now.toString()} and contract_id > ${after}
        order by contract_id limit ${contractsARound}`.execute(tx)
    })
    const ids = [...new Set(rows.map((row) => row.contract_id))]
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}

type Locking = 'skip' | 'wait'

async function chargeRound(
  deps: Deps,
  ids: readonly string[],
  now: Instant,
  locking: Locking,
): Promise<number> {
  const { database } = deps
  const charged = await chargeBySets(deps, ids, now, locking)
  const rest = charged.size === ids.length ? [] : await stillWaiting(database.db, ids, now)
  let done = charged.size
  for (let n = 0; n < rest.length; n += REPLAYS_A_ROUND)
    done += await database.db.transaction().execute(async (tx) => {
      const locked = await lock(tx, rest.slice(n, n + REPLAYS_A_ROUND), locking)
      const queued = await stillWaiting(tx, locked.map(idOf), now)
      const changed = queued.map((contractId) => ({ contractId, since: now }))
      await chargeLedgers(tx, changed, now)
      await watchCaps(tx, deps, queued, { actor: 'system', now })
      await decideSpeeds(tx, deps, queued, now)
      return queued.length
    })
  return done
}

/** @returns the contracts that needed no replay. */
async function chargeBySets(
  deps: Deps,
  ids: readonly string[],
  now: Instant,
  locking: Locking,
): Promise<ReadonlySet<string>> {
  try {
    return await deps.database.db.transaction().execute(async (tx) => {
      await planByKeys(tx)
      const inService = (await lock(tx, ids, locking)).filter(
        ({ ends_on }) => ends_on === null || ends_on >= toTokyoDate(now),
      )
      const { contractIds, slowIds, capIds } = await chargeUsual(tx, inService.map(idOf), now)
      if (capIds.length > 0) await watchCaps(tx, deps, capIds, { actor: 'system', now })
      const mayChange = [...new Set([...slowIds, ...capIds])]
      if (mayChange.length > 0) await decideSpeeds(tx, deps, mayChange, now)
      return contractIds
    })
  } catch (error) {
    // The carrier reused a record's id: the replay knows which of the two counts.
    if (isUniqueViolation(error)) return new Set()
    throw error
  }
}

/** Another worker may have charged some since they were chosen. */
async function stillWaiting(db: Db, ids: readonly string[], now: Instant): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from ledger_due
    where contract_id = any(${ids}) and since <= ${now.toString()} order by contract_id`.execute(db)
  return rows.map((row) => row.contract_id)
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
