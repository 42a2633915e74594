import { billedMonth, loadMonths } from '#backend/billing/public.ts'
import { monthsRunOut, usageByMonth, usedBytesOf } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { MONTHS_COMPARED } from '#domain/advice/advise.ts'
import type { Lived } from '#domain/advice/compare.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  addMonths,
  endOfMonth,
  type Instant,
  isBefore,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'

/** The last whole months of service whose records are in, with what was billed and used in them. */
export async function loadLived(
  db: Db,
  { book }: { readonly book: PriceBook },
  contract: { readonly contractId: string; readonly startedOn: TokyoDate },
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
    monthsRunOut(db, contractId, range),
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
