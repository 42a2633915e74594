import type { LineKind } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { options } from '../catalogue/option.ts'
import type { PlanCode } from '../catalogue/plan.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { isBefore, monthOf, startOfDay, type TokyoDate, type TokyoMonth } from '../tokyo.ts'
import type { BilledLine, BillFacts, BookedAmount, OptionPeriod, Since } from './bill-facts.ts'
import { billOf, noBill, type Bill } from './bill.ts'
import type { Charge } from './charge.ts'

/** What a procedure changes in the facts of any month. */
export type Change = (facts: BillFacts) => BillFacts

/** A bill to come as it would be without and with a change. */
export type NextBill = { readonly month: TokyoMonth; readonly before: Bill; readonly after: Bill }

/** Bills a procedure is shown for (billing.md 21). */
export const NEXT_BILLS = 3

/** The effect of a change on bills to come, by the function that makes them; traffic not yet made is left out. */
export function nextBills(
  months: readonly BillFacts[],
  change: Change,
  book: PriceBook,
): readonly NextBill[] {
  const bill = (facts: BillFacts) => billOf(facts, book) ?? noBill(facts.month)
  return months.map((facts) => ({
    month: facts.month,
    before: bill(facts),
    after: bill(change(facts)),
  }))
}

/** Several changes, one after the other. */
export const together =
  (...changes: readonly Change[]): Change =>
  (facts) =>
    changes.reduce((changed, change) => change(changed), facts)

/** Another size from a day on; what was to come after it is replaced. */
export const sizeFrom =
  (planCode: PlanCode, day: TokyoDate): Change =>
  (facts) => ({ ...facts, sizes: valueFrom(facts.sizes, planCode, day) })

/** Another kind from a day on; an option that it cannot carry ends with that day. */
export const kindFrom =
  (lineId: string, kind: LineKind, day: TokyoDate): Change =>
  (facts) => {
    const lasting = (one: OptionPeriod) =>
      options[one.code].kinds.includes(kind) || (one.to !== undefined && one.to < day)
    return {
      ...facts,
      lines: facts.lines.map((line) =>
        line.lineId === lineId
          ? {
              ...line,
              kinds: valueFrom(line.kinds, kind, day),
              options: line.options.map((one) => (lasting(one) ? one : { ...one, to: day })),
            }
          : line,
      ),
    }
  }

/** A further line, behind all others. */
export const lineFrom =
  (kind: LineKind, firstDay: TokyoDate): Change =>
  (facts) => {
    const places = facts.lines.flatMap((line) => line.places.map(({ value }) => value))
    const from = startOfDay(firstDay)
    const line: BilledLine = {
      lineId: 'new',
      places: [{ from, value: Math.max(0, ...places) + 1 }],
      kinds: [{ from, value: kind }],
      firstDay,
      options: [],
    }
    return { ...facts, lines: [...facts.lines, line] }
  }

/** The last day of these lines; one that ends earlier anyway keeps its own. */
export const endOf =
  (lineIds: readonly string[], lastDay: TokyoDate): Change =>
  (facts) => ({
    ...facts,
    lines: facts.lines.map((line) =>
      lineIds.includes(line.lineId) && (line.lastDay === undefined || line.lastDay > lastDay)
        ? { ...line, lastDay }
        : line,
    ),
  })

type OptionPlace = { readonly code: OptionCode; readonly lineId?: string | undefined }

const withPeriods = (
  facts: BillFacts,
  lineId: string | undefined,
  change: (periods: readonly OptionPeriod[]) => readonly OptionPeriod[],
): BillFacts =>
  lineId === undefined
    ? { ...facts, contractOptions: change(facts.contractOptions) }
    : {
        ...facts,
        lines: facts.lines.map((line) =>
          line.lineId === lineId ? { ...line, options: change(line.options) } : line,
        ),
      }

/** An option of the line, or of the contract, from a day on; one that was to end goes on. */
export const optionFrom =
  ({ code, lineId }: OptionPlace, from: TokyoDate): Change =>
  (facts) =>
    withPeriods(facts, lineId, (periods) => {
      const isGoingOn = (one: OptionPeriod) =>
        one.code === code && (one.to === undefined || one.to >= from)
      return periods.some(isGoingOn)
        ? periods.map((one) => (isGoingOn(one) ? { ...one, to: undefined } : one))
        : [...periods, { code, from }]
    })

/** The last day of an option. */
export const optionUntil =
  ({ code, lineId }: OptionPlace, to: TokyoDate): Change =>
  (facts) =>
    withPeriods(facts, lineId, (periods) =>
      periods.map((one) => (one.code === code && one.to === undefined ? { ...one, to } : one)),
    )

/** What is paid once, on the bill of the month of that day. */
export const bookedOn =
  (charges: readonly Charge[], day: TokyoDate): Change =>
  (facts) =>
    facts.month === monthOf(day)
      ? { ...facts, booked: [...facts.booked, ...charges.flatMap(toBooked(day))] }
      : facts

const toBooked =
  (taxOn: TokyoDate) =>
  (charge: Charge): readonly BookedAmount[] =>
    charge.amountTenthsYen === 0 ? [] : [{ ...charge, taxOn, source: 'wish' }]

function valueFrom<Value>(
  history: readonly Since<Value>[],
  value: Value,
  day: TokyoDate,
): readonly Since<Value>[] {
  const from = startOfDay(day)
  return [...history.filter((entry) => isBefore(entry.from, from)), { from, value }]
}
