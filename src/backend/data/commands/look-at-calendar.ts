import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { InTransaction } from '#backend/jobs/month-parts.ts'
import type { Instant } from '#domain/tokyo.ts'
import { applyCalendar, within } from '../bulk/apply-calendar.ts'
import { planByKeys } from '../bulk/plan-for-sets.ts'
import {
  bucketsEndedSince,
  isLaterThatDay,
  moveLookedThrough,
  lookedThrough,
  takeNotes,
} from '../rows/calendar.ts'

/** Contracts looked at by one statement: with more, a million would take longer than an answer may. */
const CONTRACTS_A_ROUND = 20_000

/**
 * Applies the calendar, one worker at a time (`applyCalendar`): in a usual hour to contracts that have changed, in the
 * first look of a day to all. A second run finds nothing.
 */
export async function lookAtCalendar(
  { database }: Pick<AreaDeps, 'database'>,
  now: Instant,
  contractsARound = CONTRACTS_A_ROUND,
) {
  const inTransaction: InTransaction = (work) =>
    database.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('calendar dues'))`.execute(tx)
      return work(tx)
    })
  for (;;) {
    const look = await inTransaction((tx) => lookAtChanged(tx, now, contractsARound))
    if (look === 'done') return
    if (look === 'more') continue
    return lookAtAll(inTransaction, now, contractsARound)
  }
}

/** @returns `all` where every contract must be looked at instead. */
async function lookAtChanged(
  tx: Db,
  now: Instant,
  contractsARound: number,
): Promise<'done' | 'more' | 'all'> {
  const through = await lookedThrough(tx)
  if (!isLaterThatDay(through, now)) return 'all'
  await planByKeys(tx)
  const ended = await bucketsEndedSince(tx, { through, now, limit: contractsARound + 1 })
  if (ended.length > contractsARound) return 'all'
  const noted = await takeNotes(tx, contractsARound)
  const ids = [...new Set([...ended, ...noted])]
  if (ids.length > 0) await applyCalendar(tx, now, { ids })
  await moveLookedThrough(tx, now)
  return noted.length === contractsARound ? 'more' : 'done'
}

/** Round by round; only the last one moves the moment up to which contracts were looked at. */
async function lookAtAll(inTransaction: InTransaction, now: Instant, contractsARound: number) {
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    after = await inTransaction(async (tx) => {
      const range = { after: from, through: await lastOfRound(tx, from, contractsARound) }
      await sql`delete from calendar_note where ${within('contract_id', range)}`.execute(tx)
      await applyCalendar(tx, now, range)
      if (range.through === null) await moveLookedThrough(tx, now)
      return range.through
    })
  }
}

/** Null where the round is the last: contracts that begin meanwhile belong to it as well. */
async function lastOfRound(db: Db, after: string, contracts: number) {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract where contract_id > ${after}
    order by contract_id offset ${contracts - 1} limit 1`.execute(db)
  return rows[0]?.contract_id ?? null
}
