import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { type InTransaction, type PartOptions, workInParts } from '#backend/jobs/month-parts.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { isAnsweringOthers, nameAsWork, type Pace } from '#backend/jobs/work-beside-members.ts'
import {
  endOfMonth,
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { decideSpeeds } from '../commands/decide-speeds.ts'
import { queueForAlerts } from '../rows/alert-queue.ts'
import { queueForCaps } from '../rows/line-caps.ts'
import { chargeUsual, isUniqueViolation } from './charge-usual.ts'
import { rollOverUsual } from './roll-over-usual.ts'

/** Contracts of one transaction; fewer than a close takes, because members' changes of these contracts wait for it. */
const PART_CONTRACTS = 250

export function rollOverInParts(
  inTransaction: InTransaction,
  queue: JobQueue,
  month: TokyoMonth,
  { pace, ...options }: PartOptions & { pace?: Pace },
) {
  const run = async (tx: Db, ids: readonly string[], now: Instant) => {
    await nameAsWork(tx)
    await rollOverPart(tx, queue, { ids, month, now })
    pace?.note(await isAnsweringOthers(tx))
  }
  const work = { table: 'month_turn', month, beganBy: endOfMonth(month), run } as const
  return workInParts(inTransaction, work, {
    partContracts: PART_CONTRACTS,
    yieldAfter: pace?.yieldAfter,
    ...options,
  })
}

type RolledOverPart = { ids: readonly string[]; month: TokyoMonth; now: Instant }

async function rollOverPart(tx: Db, queue: JobQueue, { ids, month, now }: RolledOverPart) {
  const free = await lockFree(tx, ids)
  await sql`savepoint part`.execute(tx)
  try {
    const { slowIds, capIds } = await chargeUsual(tx, free, now, startOfDay(startOfMonth(month)))
    const rolledOver = await rollOverUsual(tx, free, month, now)
    const leftOf = new Map(rolledOver.map((one) => [one.contract_id, one.left_bytes]))
    await queueForAlerts(
      tx,
      // Contracts that were left out begin a month too, and thresholds count anew in it.
      ids.map((contractId) => ({ contractId, leftBytes: leftOf.get(contractId) ?? 0 })),
    )
    const mayChange = rolledOver.filter((one) => one.speed_may_change || one.left_bytes === 0)
    const concerned = new Set([...slowIds, ...mayChange.map((one) => one.contract_id)])
    if (concerned.size > 0) await decideSpeeds(tx, { queue }, [...concerned], now)
    if (capIds.length > 0) await queueForCaps(tx, capIds, now)
    await sql`release savepoint part`.execute(tx)
  } catch (error) {
    // An entry of the same source is there already: the replay finds what is missing.
    if (!isUniqueViolation(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
  }
}

/** Passes over contracts that another transaction has locked. */
async function lockFree(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract where contract_id = any(${ids})
    order by contract_id for update skip locked`.execute(tx)
  return rows.map((row) => row.contract_id)
}
