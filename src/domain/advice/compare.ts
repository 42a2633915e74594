import type { BillFacts, BookedAmount } from '../billing/bill-facts.ts'
import { billOf, noBill, type Bill } from '../billing/bill.ts'
import { chargeOf } from '../billing/charge.ts'
import { noBytes, type Bytes } from '../bytes.ts'
import type { PlanCode } from '../catalogue/plan.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { baseGrant } from '#domain/data/grant.ts'
import { replay } from '../data/replay.ts'
import { addYen, type Yen } from '../money.ts'
import {
  addMonths,
  endOfDay,
  endOfMonth,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'
import { cheapestPacks, type Bought } from './cheapest-packs.ts'

/** A whole month of service as it was. */
export type LivedMonth = {
  readonly facts: BillFacts
  /** Taken from the data, packs included. */
  readonly usedBytes: Bytes
  /** The data ran out: more would perhaps have been used. */
  readonly ranOut: boolean
}

/** What sizes are compared on. */
export type Lived = {
  readonly startedOn: TokyoDate
  /** Oldest first, none missing between them. */
  readonly months: readonly LivedMonth[]
  /** Taken from the data in the month before the first of them: it decides what that one began with. */
  readonly usedBeforeBytes: Bytes
}

export type ComparedMonth = {
  readonly month: TokyoMonth
  readonly usedBytes: Bytes
  readonly ranOut: boolean
  /** The bill as it was, and as it would have been; both without what was paid once. */
  readonly paid: Bill
  readonly would: Bill
  /** What the size and its carry-over would have lacked, and the packs that cover it. */
  readonly missingBytes: Bytes
  readonly bought: readonly Bought[]
}

export type Compared = {
  readonly planCode: PlanCode
  /** As it was: packs as they were bought. */
  readonly isAsPaid: boolean
  readonly months: readonly ComparedMonth[]
  readonly paidYen: Yen
  readonly wouldYen: Yen
}

/**
 * The months as they would have been under one size from the first to the last, by the function that makes the bills
 * (billing.md 21): one-off costs are left out on both sides, what would have been missing is bought as the cheapest
 * packs of its month, data carries over as the ledger would have carried it.
 */
export function underSize(lived: Lived, planCode: PlanCode, book: PriceBook): Compared {
  const missing = missingUnder(lived, planCode)
  return sumUp(
    planCode,
    false,
    lived.months.map((month) => {
      const missingBytes = missing.get(month.facts.month) ?? noBytes
      const lastDay = endOfMonth(month.facts.month)
      const bought = cheapestPacks(missingBytes, lastDay, book)
      const packs = bought.map(({ row, count }): BookedAmount => ({
        ...chargeOf('topUp', row, count),
        taxOn: lastDay,
        source: 'advice',
      }))
      const facts = lasting(month.facts)
      const would = {
        ...facts,
        sizes: [{ from: startOfDay(lived.startedOn), value: planCode }],
        booked: [...facts.booked.filter(({ kind }) => kind !== 'topUp'), ...packs],
      }
      return { ...comparedTo(month, would, book), missingBytes, bought }
    }),
  )
}

/** The months as they were, packs as they were bought: the size a member has had all the time. */
export function asPaid(lived: Lived, planCode: PlanCode, book: PriceBook): Compared {
  return sumUp(
    planCode,
    true,
    lived.months.map((month) => ({
      ...comparedTo(month, lasting(month.facts), book),
      missingBytes: noBytes,
      bought: [],
    })),
  )
}

function comparedTo({ facts, usedBytes, ranOut }: LivedMonth, would: BillFacts, book: PriceBook) {
  const bill = (of: BillFacts) => billOf(of, book) ?? noBill(of.month)
  return {
    month: facts.month,
    usedBytes,
    ranOut,
    paid: bill(lasting(facts)),
    would: bill(would),
  }
}

/** Without what is paid once, which no size changes. */
const lasting = (facts: BillFacts): BillFacts => ({
  ...facts,
  booked: facts.booked.filter(({ kind }) => kind !== 'oneOff'),
})

function sumUp(planCode: PlanCode, isAsPaid: boolean, months: readonly ComparedMonth[]): Compared {
  return {
    planCode,
    isAsPaid,
    months,
    paidYen: addYen(...months.map(({ paid }) => paid.totalYen)),
    wouldYen: addYen(...months.map(({ would }) => would.totalYen)),
  }
}

/** By month, what no grant of the size could have paid: asked of the ledger, with the base and its carry-over alone. */
function missingUnder(
  { startedOn, months, usedBeforeBytes }: Lived,
  planCode: PlanCode,
): ReadonlyMap<string, Bytes> {
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined) return new Map()
  const before = addMonths(first.facts.month, -1)
  const used = [
    { month: before, usedBytes: usedBeforeBytes },
    ...months.map(({ facts, usedBytes }) => ({ month: facts.month, usedBytes })),
  ].filter(({ month }) => endOfMonth(month) >= startedOn)
  const pool = replay(
    {
      grants: used.map(({ month }) => baseGrant(month, planCode, startedOn)),
      // A month's use as one record at its end: what a month lacks in all does not depend on its days.
      uses: used.map(({ month, usedBytes }) => ({
        recordId: month,
        revision: 1,
        lineId: '',
        from: startOfDay(startOfMonth(month)),
        to: endOfDay(endOfMonth(month)),
        highBytes: usedBytes,
        lowBytes: noBytes,
      })),
    },
    endOfDay(endOfMonth(last.facts.month)),
  )
  return pool.uncovered
}
