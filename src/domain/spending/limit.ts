import type { ChargeKind } from '#vocabulary/price.ts'
import { warningPercents, type WarningPercent } from '#vocabulary/spending.ts'
import type { BillLine } from '../billing/bill-line.ts'
import { totalsOf } from '../billing/bill.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { subtractYen, yen, type Yen } from '../money.ts'
import { ok, refused } from '../outcome.ts'
import { addMonths, startOfDay, startOfMonth, type TokyoMonth } from '../tokyo.ts'

/** Lines of a month's bill that count towards the ceiling (billing.md 22); fees, orders and adjustments do not. */
const countedKinds: readonly ChargeKind[] = ['topUp', 'voice', 'sms']

/** The month so far: the lines of the bill it would be now. */
export type MonthSpent = {
  readonly month: TokyoMonth
  readonly lines: readonly BillLine[]
  readonly book: PriceBook
}

/** Packs and traffic of the month with tax, summed as the bill sums them. */
export function spentYen({ lines, book }: Pick<MonthSpent, 'lines' | 'book'>): Yen {
  return totalsOf(
    lines.filter(({ kind }) => countedKinds.includes(kind)),
    book,
  ).totalYen
}

/**
 * Whether a further line keeps the month within its ceiling: reaching it is allowed, passing it is not. What costs more
 * than the whole ceiling will not be allowed next month either, so that refusal names no day.
 */
export function decideWithinLimit(limitYen: Yen, spent: MonthSpent, wanted: BillLine) {
  const soFarYen = spentYen(spent)
  const afterYen = spentYen({ ...spent, lines: [...spent.lines, wanted] })
  if (afterYen <= limitYen) return ok({ soFarYen, afterYen })
  const priceYen = subtractYen(afterYen, soFarYen)
  return refused('SPENDING_LIMIT_REACHED', {
    freeFrom: priceYen > limitYen ? undefined : freeFrom(spent.month),
    facts: { limitYen, soFarYen, priceYen },
  })
}

export const leftYen = (limitYen: Yen, soFarYen: Yen) => yen(Math.max(0, limitYen - soFarYen))

/** A month's ceiling is over when the next month begins. */
export const freeFrom = (month: TokyoMonth) => startOfDay(startOfMonth(addMonths(month, 1)))

/** The highest level the month has reached; none below the lowest. */
export function reachedPercent(limitYen: Yen, soFarYen: Yen): WarningPercent | undefined {
  return warningPercents.findLast((percent) => soFarYen * 100 >= limitYen * percent)
}

export type DueWarning = { readonly percent: WarningPercent; readonly noticeKey: string }

/**
 * The warning due now: the highest level reached, unless the member was notified of it or of a higher one. Once per level, month and
 * ceiling: a ceiling that is raised warns anew.
 */
export function dueWarning(
  limitYen: Yen,
  spent: { readonly month: TokyoMonth; readonly soFarYen: Yen },
  notified: ReadonlySet<string>,
): DueWarning | undefined {
  const percent = reachedPercent(limitYen, spent.soFarYen)
  if (percent === undefined) return undefined
  const keyOf = (level: WarningPercent) => `limit/${spent.month}/${limitYen}/${level}`
  const isNotified = warningPercents.some((level) => level >= percent && notified.has(keyOf(level)))
  return isNotified ? undefined : { percent, noticeKey: keyOf(percent) }
}
