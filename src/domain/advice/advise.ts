import { planCodes, planOn, type PlanCode } from '../catalogue/plan.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { valueAt } from '../billing/bill-facts.ts'
import { subtractYen, type Yen } from '../money.ts'
import {
  addMonths,
  endOfMonth,
  monthOf,
  startOfDay,
  startOfMonth,
  type TokyoDate,
} from '../tokyo.ts'
import { asPaid, underSize, type Compared, type Lived } from './compare.ts'

/** Whole months that are looked back on, and how many of them there must be (ours). */
export const MONTHS_COMPARED = 12
export const MONTHS_NEEDED = 3

/** How far the past says anything about the months to come (ours). */
export type Sureness = 'high' | 'some' | 'low'

export type SizeAdvice = Compared & {
  /** Below zero where it would have been cheaper. */
  readonly deltaYen: Yen
  readonly isPresent: boolean
  readonly sureness: Sureness
  readonly cheaperMonths: number
  /** The months between which the difference lies: the best and the worst. */
  readonly leastYen: Yen
  readonly mostYen: Yen
}

export type Advice = {
  /** What was paid, without what is paid once. */
  readonly paidYen: Yen
  /** Every size the lines may have, the cheapest first; of equal ones the present, then the larger. */
  readonly sizes: readonly SizeAdvice[]
  /** The present size with what was missing bought as the cheapest packs, where that alone would have saved money. */
  readonly otherPacksYen: Yen | undefined
  readonly ranOutMonths: number
}

/** The last months on every size, at the prices of their time; the present size as it was paid, if it was the only one. */
export function advise(lived: Lived, present: PlanCode, book: PriceBook): Advice {
  const paid = asPaid(lived, present, book)
  const sameAsEver = lived.months.every(({ facts }) =>
    sizesOf(facts).every((one) => one === present),
  )
  const own = underSize(lived, present, book)
  const sizes = sizesFor(lived).map((planCode) =>
    planCode !== present ? underSize(lived, planCode, book) : sameAsEver ? paid : own,
  )
  const ranOutMonths = lived.months.filter(({ ranOut }) => ranOut).length
  return {
    paidYen: paid.paidYen,
    sizes: sizes
      .map((one) => judged(one, { isPresent: one.planCode === present, ranOutMonths }))
      .toSorted(cheapestFirst),
    otherPacksYen: sameAsEver && own.wouldYen < paid.paidYen ? own.wouldYen : undefined,
    ranOutMonths,
  }
}

/** The first day on which enough whole months have been billed. */
export function comparableFrom(startedOn: TokyoDate): TokyoDate {
  const month = monthOf(startedOn)
  const firstWhole = startOfMonth(month) === startedOn ? month : addMonths(month, 1)
  return startOfMonth(addMonths(firstWhole, MONTHS_NEEDED))
}

/** Sizes that take as many lines as there were at once. */
function sizesFor({ months }: Lived): readonly PlanCode[] {
  const lines = Math.max(
    0,
    ...months.map(({ facts }) => facts.lines.filter(isServed(facts)).length),
  )
  const last = months.at(-1)?.facts.month
  if (last === undefined) return []
  return planCodes.filter((code) => lines <= 1 || planOn(code, endOfMonth(last)).shareable)
}

type Facts = Lived['months'][number]['facts']

const isServed =
  ({ month }: Facts) =>
  (line: Facts['lines'][number]) =>
    line.firstDay <= endOfMonth(month) &&
    (line.lastDay === undefined || line.lastDay >= startOfMonth(month))

const sizesOf = ({ month, sizes }: Facts) => [valueAt(sizes, startOfDay(startOfMonth(month)))]

function judged(
  compared: Compared,
  { isPresent, ranOutMonths }: { isPresent: boolean; ranOutMonths: number },
): SizeAdvice {
  const { months, paidYen, wouldYen } = compared
  const deltas = months.map(({ paid, would }) => subtractYen(would.totalYen, paid.totalYen))
  const deltaYen = subtractYen(wouldYen, paidYen)
  const cheaperMonths = deltas.filter((delta) => delta < 0).length
  const sorted = deltas.toSorted((a, b) => a - b)
  const sureness = surenessOf({
    months: months.length,
    agreeing: agreeing(deltas, deltaYen),
    ranOutMonths,
  })
  return {
    ...compared,
    deltaYen,
    isPresent,
    cheaperMonths,
    leastYen: sorted[0] ?? deltaYen,
    mostYen: sorted.at(-1) ?? deltaYen,
    sureness,
  }
}

/** Months that point the same way as all of them together. */
const agreeing = (deltas: readonly number[], sum: number) =>
  deltas.filter((delta) => Math.sign(delta) === Math.sign(sum)).length

/**
 * High: a whole year, three months of four point the same way, and the data never ran out. Low: less than half a year,
 * fewer than half of the months agree, or the data ran out in half of them, so that nobody knows what was wanted.
 */
function surenessOf(of: { months: number; agreeing: number; ranOutMonths: number }): Sureness {
  const { months, ranOutMonths } = of
  if (months * 2 < MONTHS_COMPARED || of.agreeing * 2 < months || ranOutMonths * 2 >= months)
    return 'low'
  return months === MONTHS_COMPARED && of.agreeing * 4 >= months * 3 && ranOutMonths === 0
    ? 'high'
    : 'some'
}

function cheapestFirst(a: SizeAdvice, b: SizeAdvice): number {
  return (
    a.wouldYen - b.wouldYen || Number(b.isPresent) - Number(a.isPresent) || b.planCode - a.planCode
  )
}
