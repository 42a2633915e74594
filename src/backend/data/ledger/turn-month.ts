import { sql } from 'kysely'
import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import {
  WORKERS,
  isFinished,
  workInParts,
  type InTransaction,
  type PartOptions,
} from '#backend/jobs/month-parts.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import {
  createPace,
  isAnsweringOthers,
  nameAsWork,
  type Pace,
} from '#backend/jobs/work-beside-members.ts'
import {
  endOfMonth,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { noteAlertDues } from '../alert/due.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { UNIQUE_VIOLATION, chargeUsual } from './charge-usual.ts'
import { turnUsual } from './turn-usual.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue' | 'log'>

export const turnJob = defineJob({
  name: 'turn-month',
  payload: z.object({ now: z.iso.datetime({ offset: true }) }),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/**
 * Turns the month of every contract in service, some hundred a transaction: what came in of the old month is charged, then
 * the month turns. Beside members it works half of the time, and alone. Looked at every hour: a worker that was killed half-way goes on, and whichever worker is free helps. A
 * contract that is not usual, or that somebody else is at, is left to the look at the calendar, which comes after it.
 */
export async function turnMonth({ database, queue, log }: Deps, now: Instant, isHelp = false) {
  const month = toTokyoMonth(now)
  if (await isFinished(database.db, { table: 'month_turn', month })) return
  if (!isHelp && (await isLarge(database.db)))
    await queue.send(database.db, turnJob, { now: now.toString() })
  const inTransaction: InTransaction = (work) => database.db.transaction().execute(work)
  await turnInParts(inTransaction, queue, month, {
    now: () => now,
    workers: WORKERS,
    pace: createPace({ isHelp }),
    onProgress: (progress) => log.info({ month, ...progress }, 'month turn'),
  })
}

/** More contracts than this are worth a second worker. */
const CONTRACTS_ALONE = 10_000

async function isLarge(db: Db) {
  const { rows } = await sql`select from contract offset ${CONTRACTS_ALONE} limit 1`.execute(db)
  return rows.length > 0
}

/** Fewer than a close takes at once: members' own changes of these contracts wait for the part. */
const PART_CONTRACTS = 250

export function turnInParts(
  inTransaction: InTransaction,
  queue: JobQueue,
  month: TokyoMonth,
  { pace, ...options }: PartOptions & { pace?: Pace },
) {
  const run = async (tx: Db, ids: readonly string[], now: Instant) => {
    await nameAsWork(tx)
    await turnPart(tx, queue, { ids, month, now })
    pace?.note(await isAnsweringOthers(tx))
  }
  const work = { table: 'month_turn', month, beganBy: endOfMonth(month), run } as const
  return workInParts(inTransaction, work, {
    partContracts: PART_CONTRACTS,
    yieldAfter: pace?.yieldAfter,
    ...options,
  })
}

type TurnedPart = { ids: readonly string[]; month: TokyoMonth; now: Instant }

async function turnPart(tx: Db, queue: JobQueue, { ids, month, now }: TurnedPart) {
  const free = await lockFree(tx, ids)
  await sql`savepoint part`.execute(tx)
  try {
    const { slowIds } = await chargeUsual(tx, free, now, startOfDay(startOfMonth(month)))
    const turned = await turnUsual(tx, free, month, now)
    const leftOf = new Map(turned.map((one) => [one.contract_id, one.left_bytes]))
    await noteAlertDues(
      tx,
      // Who is left out here begins a month too, in which thresholds count anew.
      ids.map((contractId) => ({ contractId, leftBytes: leftOf.get(contractId) ?? 0 })),
    )
    const mayChange = turned.filter((one) => one.speed_may_change || one.left_bytes === 0)
    const concerned = new Set([...slowIds, ...mayChange.map((one) => one.contract_id)])
    if (concerned.size > 0) await settleSpeeds(tx, queue, [...concerned], now)
    await sql`release savepoint part`.execute(tx)
  } catch (error) {
    // A source that is written already: the replay knows what is missing.
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error
    await sql`rollback to savepoint part`.execute(tx)
  }
}

/** Whom somebody else is at is not waited for. */
async function lockFree(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract where contract_id = any(${ids})
    order by contract_id for update skip locked`.execute(tx)
  return rows.map((row) => row.contract_id)
}
