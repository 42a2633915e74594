import { bookCharges } from '#backend/contract/booked-charges.ts'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { takeBatch } from '#backend/line/commands/import-calls.ts'
import type { Batch, CallRecord, CarrierPort } from '#backend/ports/carrier.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import {
  endOfDay,
  endOfMonth,
  formatRfc3339,
  isBefore,
  startOfDay,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { accepted, type SeedContract } from './life.ts'

const BATCH_RECORDS = 2000

export type PastCalls = {
  readonly month: TokyoMonth
  readonly receivedAt: Instant
  readonly cursor: string
  readonly batch: Batch<CallRecord>
}

/** What the carrier hands out of past calls, month by month: received in its time, so that each bill has its own. */
export async function readPastCalls(
  carrier: CarrierPort,
  months: readonly TokyoMonth[],
  now: Instant,
): Promise<PastCalls[]> {
  const past: PastCalls[] = []
  let cursor = ''
  for (const month of months) {
    const end = endOfDay(endOfMonth(month))
    const receivedAt = isBefore(end, now) ? end : now
    for (let more = true; more;) {
      const batch = accepted(await carrier.calls(cursor, BATCH_RECORDS, formatRfc3339(receivedAt)))
      past.push({ month, receivedAt, cursor, batch })
      cursor = batch.nextCursor || cursor
      more = batch.more
    }
  }
  return past
}

/** SIMs issued at the start, calls as they came in, and the bill of every month that is over. */
export async function seedBills(
  tx: Db,
  {
    contracts,
    calls,
    sealing,
    book,
  }: {
    contracts: readonly SeedContract[]
    calls: readonly PastCalls[]
    sealing: Sealing
    book: PriceBook
  },
  now: Instant,
) {
  for (const { story, contractId, lines } of contracts)
    for (const [index, { lineId, joinedOn }] of lines.entries()) {
      const simSize = story.lines[index]?.simSize ?? 'nano'
      const orderNo = `start-${lineId}`
      const costs = simOrderCosts('add', simSize, joinedOn, book)
      await bookCharges(tx, { contractId, orderNo, lineId }, costs, startOfDay(joinedOn))
    }
  const rated = { sealing, book }
  for (const { cursor, batch, receivedAt } of calls)
    await takeBatch(tx, rated, { cursor, batch, now: receivedAt })
  for (const month of new Set(calls.map((one) => one.month))) {
    if (month >= toTokyoMonth(now)) continue
    const billed = billedMonth(month, book)
    if (isBefore(now, billed.recordsUntil)) continue
    await closeMonth((work) => work(tx), billed, { now: () => billed.recordsUntil })
  }
}
