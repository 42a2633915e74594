import { billOfCharges } from '#domain/billing/bill.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { lineUse, ordinaryBill } from '#domain/billing/ordinary-month.ts'
import { GB, type Bytes } from '#domain/bytes.ts'
import { isPriceKey, priceKeys } from '#domain/catalogue/figure.ts'
import type { Price } from '#domain/catalogue/figure.ts'
import { isPlanCode, planCodes, planOn, type PlanCode } from '#domain/catalogue/plan.ts'
import {
  priceTaxExcluded,
  priceTaxIncluded,
  type PriceBook as Prices,
} from '#domain/catalogue/price-book.ts'
import { quote } from '#domain/catalogue/quote.ts'
import { firstMonthBytes } from '#domain/data/grant.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { identifiedWords } from '#domain/identity/duty.ts'
import type { RuleKey } from '#domain/catalogue/rules.ts'
import {
  addDays,
  addMonths,
  daysInMonth,
  monthOf,
  startOfMonth,
  toTokyoDate,
  tokyoMonth,
} from '#domain/tokyo.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { identityDocuments } from '#vocabulary/identity.ts'
import type { LineKind } from '#vocabulary/line.ts'
import type { FirstBill, PriceBook, PrintedQuote, PrintedRate } from './figures.ts'

/** The price book of the day the pages are built. */
export function priceBookToday(prices: Prices): PriceBook {
  return priceBook(toTokyoDate(Temporal.Now.instant()), prices)
}

/** The price book of a day, made once a day: every drawn page asks for it. */
export function priceBooks(prices: Prices): (date: TokyoDate) => PriceBook {
  let last: { date: TokyoDate; book: PriceBook } | undefined
  return (date) => {
    if (last?.date !== date) last = { date, book: priceBook(date, prices) }
    return last.book
  }
}

/** What pages print of these prices on a day. Each quote is worked out once: it is two or three bills, and a page that sells asks for one of each plan and kind. */
export function priceBook(date: TokyoDate, prices: Prices): PriceBook {
  const quotes = new Map<string, PrintedQuote | undefined>()
  const quoteOf = (code: PlanCode, kind: LineKind) => {
    const key = `${code}.${kind}`
    if (!quotes.has(key)) quotes.set(key, quoted(code, kind, date, prices))
    return quotes.get(key)
  }
  return {
    rate: (key) => {
      const row = isPriceKey(key) ? prices.rateOn(key, date) : undefined
      return row && printed(row, date, prices)
    },
    rates: (key) =>
      prices.prices.filter((row) => row.key === key).map((row) => printed(row, date, prices)),
    keys: () => [...priceKeys],
    plans: () =>
      planCodes.map((code) => {
        const { name, baseBytes, shareable } = planOn(code, date)
        return { code, name, gb: baseBytes / GB, shareable }
      }),
    firstBill: () => firstBill(date, prices),
    firstData: (code, day, days) =>
      isPlanCode(code) ? firstData(planOn(code, date).baseBytes, day, days) : undefined,
    quote: (code, kind) => (isPlanCode(code) ? quoteOf(code, kind) : undefined),
    rules: () => ({
      ...ruleTexts((key) => ruleValue(key, date)),
      identifiedKinds: identifiedWords(date),
      identityDocuments: Object.values(identityDocuments).join('、'),
    }),
  }
}

/** Any month of so many days tells: only its length counts. */
function firstData(baseBytes: Bytes, day: number, days: number): string | undefined {
  const month = Array.from({ length: 12 }, (_, at) => addMonths(tokyoMonth('2026-01'), at)).find(
    (one) => daysInMonth(one) === days,
  )
  if (month === undefined || day < 1 || day > days) return undefined
  return `${firstMonthBytes(baseBytes, addDays(startOfMonth(month), day - 1)) / GB}GB`
}

function firstBill(date: TokyoDate, prices: Prices): FirstBill {
  // The page speaks of the 11th of a month of 31 days: this one or the next.
  const own = monthOf(date)
  const month = daysInMonth(own) === 31 ? own : addMonths(own, 1)
  const bill = (firstDay?: TokyoDate) =>
    ordinaryBill({ planCode: 13, lines: [lineUse('voice', { firstDay })] }, month, prices)
  const charged = (...keys: ('oneOff.simIssue' | 'oneOff.simPreparation')[]) => {
    const charges = keys.map((key) => oneOffCharge(key, date, prices))
    return billOfCharges(charges, date, prices).totalYen
  }
  const once = charged('oneOff.simIssue', 'oneOff.simPreparation')
  const issueYen = charged('oneOff.simIssue')
  const monthYen = bill(addDays(startOfMonth(month), 10)).totalYen
  return {
    issueYen,
    preparationYen: once - issueYen,
    monthYen,
    totalYen: once + monthYen,
    nextYen: bill().totalYen,
  }
}

/** Of one line with nothing besides its plan. */
function quoted(
  planCode: PlanCode,
  kind: LineKind,
  on: TokyoDate,
  prices: Prices,
): PrintedQuote | undefined {
  const outcome = quote({ planCode, lines: [lineUse(kind)] }, on, monthOf(on), prices)
  if (!outcome.ok) return undefined
  const { monthly, oneOff } = outcome.value
  return { monthlyYen: monthly.totalYen, oneOffYen: oneOff.totalYen }
}

/** A row in force is taxed as of the date, a past or coming one as of its own first day. */
function printed(row: Price, date: TokyoDate, prices: Prices): PrintedRate {
  const taxedOn = row.validFrom <= date ? date : row.validFrom
  return {
    tenthsYen: priceTaxIncluded(prices, row, taxedOn),
    exTaxTenthsYen: priceTaxExcluded(prices, row, taxedOn),
    taxed: row.tax !== 'outOfScope',
    validFrom: row.validFrom,
    validTo: row.validTo,
  }
}

/** Rules in the words of a page: the figure with its unit, ready to stand in a sentence. */
function ruleTexts(value: (key: RuleKey) => number): Record<string, string> {
  const cutOff = (hour: RuleKey, days: RuleKey) =>
    `月末の${daysBefore(value(days))}の${value(hour)}:00`
  return {
    planSizeCutOff: cutOff('planSizeCutOffHour', 'planSizeCutOffDaysBeforeMonthEnd'),
    cancellationCutOff: cutOff('cancellationCutOffHour', 'cancellationCutOffDaysBeforeMonthEnd'),
    cancellationUndo: `最後の利用日の${daysBefore(value('cancellationUndoDaysBeforeLastDay'))}の24:00`,
    initialCancellationDays: `${value('initialCancellationDays')}日`,
    mnpValidDays: `${value('mnpValidDays')}日`,
    mnpInRemainingDays: `${value('mnpInRemainingDays')}日`,
    mnpCooldownDays: `${value('mnpCooldownDays')}日`,
    threeDayLimit: `${value('threeDayLimit')}MB`,
    lowSpeed: `${value('lowSpeed')}kbps`,
    chargeDay: `${value('chargeDay')}日`,
    topupCarryMonths: `${value('topupCarryMonths')}か月`,
    linesMax: `${value('linesMax')}回線`,
    tenMinuteCallsFree: `${value('tenMinuteCallsFree') / 60}分`,
    firstRetryAfter: `${value('firstRetryAfter')}日後`,
    secondRetryAfter: `${value('secondRetryAfter')}日後`,
    quoteValidDays: `${value('quoteValidDays')}日`,
    claimWithinDays: `${value('claimWithinDays')}日`,
    autoSwitchDays: `${value('autoSwitchDays')}日`,
    freePhoneMovesPerYear: `${value('freePhoneMovesPerYear')}回`,
    documentKeptMonths: `${value('documentKeptMonths')}か月`,
    yenPerPoint: `${value('yenPerPoint')}円`,
    pointGrantDay: `${value('pointGrantDay')}日`,
    lateInterestGrace: `${value('lateInterestGrace')}日`,
    lateInterest: `年${value('lateInterest') / 10}%`,
  }
}

function daysBefore(days: number): string {
  return days === 1 ? '前日' : `${days}日前`
}
