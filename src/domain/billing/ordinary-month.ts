import type { OptionCode } from '#vocabulary/option.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { chargedUnits } from '../catalogue/call.ts'
import { smsStep } from '../catalogue/call-prices.ts'
import type { PriceKey } from '../catalogue/figure.ts'
import { options } from '../catalogue/option.ts'
import type { PlanCode } from '../catalogue/plan.ts'
import { requireRate, type PriceBook } from '../catalogue/price-book.ts'
import { startOfDay, startOfMonth, type TokyoDate, type TokyoMonth } from '../tokyo.ts'
import type { BilledLine, BilledTraffic, BillFacts, OptionPeriod } from './bill-facts.ts'
import { billOf, noBill, type Bill } from './bill.ts'

export type LineUse = {
  readonly kind: LineKind
  readonly options: readonly OptionCode[]
  /** Seconds of each home call a month, and of each call through the talk service. */
  readonly callSeconds: readonly number[]
  readonly talkSeconds: readonly number[]
  readonly messages: readonly { readonly characters: number; readonly times: number }[]
  readonly messagesAbroad: number
  /** Where it begins within the month; else it is served the whole month. */
  readonly firstDay?: TokyoDate | undefined
  /** It comes with its SIM from another contract: none is made or sent. */
  readonly hasSim?: boolean | undefined
}

/** One month of a contract; the first line's kind decides the price of the size. */
export type MonthlyUse = { readonly planCode: PlanCode; readonly lines: readonly LineUse[] }

export function lineUse(kind: LineKind, use: Partial<LineUse> = {}): LineUse {
  return {
    kind,
    options: [],
    callSeconds: [],
    talkSeconds: [],
    messages: [],
    messagesAbroad: 0,
    ...use,
  }
}

/** The bill of a month used like this: what quotes and estimates show, by the same function as the bill that comes. */
export function ordinaryBill(use: MonthlyUse, month: TokyoMonth, book: PriceBook): Bill {
  const bill = billOfUse(use, month, book)
  // The lines of a quote are not anybody's.
  return { ...bill, lines: bill.lines.map((line) => ({ ...line, lineId: undefined })) }
}

const billOfUse = (use: MonthlyUse, month: TokyoMonth, book: PriceBook) =>
  billOf(factsOfUse(use, month, book), book) ?? noBill(month)

/** The same bill's charges by the line they are for: first those of each line in order, then those of the contract. */
export function ordinaryBillByLine(use: MonthlyUse, month: TokyoMonth, book: PriceBook) {
  const { lines } = billOfUse(use, month, book)
  const of = (lineId: string | undefined) =>
    lines.filter((line) => line.lineId === lineId).map((line) => ({ ...line, lineId: undefined }))
  return {
    lines: use.lines.map((_, n) => of(lineIdOf(n))),
    contract: of(undefined),
  }
}

function factsOfUse({ planCode, lines }: MonthlyUse, month: TokyoMonth, book: PriceBook) {
  const begins = startOfMonth(month)
  const from = startOfDay(begins)
  const chosen = (firstDay: TokyoDate, codes: readonly OptionCode[]): OptionPeriod[] =>
    codes.map((code) => ({ code, from: firstDay }))
  const ofScope = (scope: 'line' | 'contract', codes: readonly OptionCode[]) =>
    codes.filter((code) => options[code].scope === scope)
  return {
    month,
    sizes: [{ from, value: planCode }],
    lines: lines.map(({ kind, firstDay = begins, options: codes }, n): BilledLine => ({
      lineId: lineIdOf(n),
      places: [{ from, value: n }],
      kinds: [{ from, value: kind }],
      firstDay,
      options: chosen(firstDay, ofScope('line', codes)),
    })),
    // An option of the contract counts once, whichever line names it.
    contractOptions: chosen(firstDayOf(lines) ?? begins, [
      ...new Set(lines.flatMap((line) => ofScope('contract', line.options))),
    ]),
    booked: [],
    traffic: lines.flatMap((line, n) => trafficOf(line, lineIdOf(n), begins, book)),
    discounts: [],
  } satisfies BillFacts
}

const firstDayOf = (lines: readonly LineUse[]) =>
  lines.map(({ firstDay }) => firstDay).toSorted()[0]

const lineIdOf = (n: number) => `line-${n + 1}`

function trafficOf(
  line: LineUse,
  lineId: string,
  taxOn: TokyoDate,
  book: PriceBook,
): readonly BilledTraffic[] {
  const unlimited = line.options.includes('tenMinuteCalls')
  const units = (seconds: readonly number[], free: boolean) =>
    seconds.reduce((sum, one) => sum + chargedUnits(one, free, taxOn), 0)
  const traffic = (kind: BilledTraffic['kind'], key: PriceKey, quantity: number) =>
    quantity === 0
      ? []
      : [{ lineId, kind, row: requireRate(book, key, taxOn), units: quantity, taxOn }]
  return [
    ...traffic('voice', 'voice.per30s', units(line.callSeconds, unlimited)),
    ...traffic('voice', 'talk.per30s', units(line.talkSeconds, false)),
    ...line.messages.flatMap(({ characters, times }) => {
      const step = smsStep(characters)
      return step === undefined ? [] : traffic('sms', `sms.${step}`, times)
    }),
    ...traffic('sms', 'sms.abroad', line.messagesAbroad),
  ]
}
