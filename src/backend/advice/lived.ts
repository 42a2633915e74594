import { sql } from 'kysely'
import { billedMonth, loadMonths } from '#backend/billing/public.ts'
import { usageByMonth, usedBytesOf } from '#backend/data/usage/usage-queries.ts'
import type { Db } from '#backend/db/connect.ts'
import { MONTHS_COMPARED } from '#domain/advice/advise.ts'
import type { Lived } from '#domain/advice/compare.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  addMonths,
  endOfMonth,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'

/** The last whole months of service whose records are in, with what was billed and used in them. */
export async function loadLived(
  db: Db,
  contract: { readonly contractId: string; readonly startedOn: TokyoDate },
  book: PriceBook,
  now: Instant,
): Promise<Lived> {
  const { contractId, startedOn } = contract
  const months = wholeMonths(startedOn, book, now)
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined)
    return { startedOn, months: [], usedBeforeBytes: bytes(0) }
  const before = addMonths(first.month, -1)
  const range = { from: startOfMonth(before), to: endOfMonth(last.month) }
  const [facts, used, low] = await Promise.all([
    loadMonths(db, contractId, months),
    usageByMonth(db, contractId, range),
    slowedMonths(db, contractId, range),
  ])
  const ofMonth = (month: TokyoMonth) => used.filter((one) => one.month === month)
  return {
    startedOn,
    months: facts.map((of) => {
      const lines = ofMonth(of.month)
      const isUncovered = lines.some(({ highBytes, usedBytes }) => highBytes > usedBytes)
      return {
        facts: of,
        usedBytes: bytes(usedBytesOf(lines)),
        ranOut: isUncovered || low.has(of.month),
      }
    }),
    usedBeforeBytes: bytes(usedBytesOf(ofMonth(before))),
  }
}

function wholeMonths(startedOn: TokyoDate, book: PriceBook, now: Instant) {
  const present = toTokyoMonth(now)
  return Array.from({ length: MONTHS_COMPARED }, (_, n) => addMonths(present, n - MONTHS_COMPARED))
    .filter((month) => startOfMonth(month) >= startedOn)
    .map((month) => billedMonth(month, book))
    .filter(({ recordsUntil }) => !isBefore(now, recordsUntil))
}

/** The months in which a line was made slow because the data had run out. */
async function slowedMonths(
  db: Db,
  contractId: string,
  { from, to }: { from: TokyoDate; to: TokyoDate },
): Promise<ReadonlySet<TokyoMonth>> {
  const { rows } = await sql<{ month: TokyoMonth }>`
    select distinct to_char(decided_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month from speed_decision
    where contract_id = ${contractId} and speed = 'low' and decided_at >= ${startOfDay(from).toString()}
      and (decided_at at time zone 'Asia/Tokyo')::date <= ${to}`.execute(db)
  return new Set(rows.map(({ month }) => month))
}
