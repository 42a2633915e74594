import { formatTenthsYen } from '#vocabulary/yen.ts'
import type { LineKind } from '#vocabulary/line.ts'

/** A rate as a page prints it. The catalogue says amounts with the tax or without it; a page shows
 * what the member pays, so everything here is with tax unless the name says ExTax. */
export type PrintedRate = {
  /** Tenths of a yen: rates per call or per message are not whole yen. */
  tenthsYen: number
  exTaxTenthsYen: number
  taxed: boolean
  /** YYYY-MM-DD */
  validFrom: string
  /** YYYY-MM-DD, last day; undefined while no later rate is known. */
  validTo?: string
}

export type PrintedPlan = {
  code: number
  name: string
  gb: number
  shareable: boolean
}

/** What one line of a size costs, by the same reckoning as the bill. */
export type PrintedQuote = { monthlyYen: number; oneOffYen: number }

/** What the pages need from the catalogue, as of one day. */
export type PriceBook = {
  rate: (key: string) => PrintedRate | undefined
  /** Every row of a rate, oldest first. */
  rates: (key: string) => PrintedRate[]
  keys: () => string[]
  plans: () => PrintedPlan[]
  /** Of one line a month, with the charges common to all companies; undefined for a size that is not on sale. */
  quote: (plan: number, kind: LineKind) => PrintedQuote | undefined
  rules: () => Record<string, string>
  firstBill: () => FirstBill
  /** `2.04GB`: what a size gives in a first month of so many days, begun on this day of it. */
  firstData: (plan: number, day: number, daysOfMonth: number) => string | undefined
}

/** The first bill of 3GB with a voice SIM begun on the 11th of a month of 31 days, in yen with tax. */
export type FirstBill = {
  /** Once: the issue of the SIM, and its preparation as what remains of both. */
  issueYen: number
  preparationYen: number
  /** The first month: the monthly fee by days, and what every carrier passes on. */
  monthYen: number
  totalYen: number
  /** Every month from then on. */
  nextYen: number
}

/** `1,188円（税込）`; nothing to pay is simply `0円`. */
export function priceText(rate: PrintedRate): string {
  if (rate.tenthsYen === 0) return '0円'
  return `${formatTenthsYen(rate.tenthsYen)}（${rate.taxed ? '税込' : '消費税対象外'}）`
}

export function exTaxPriceText(rate: PrintedRate): string {
  if (rate.tenthsYen === 0) return '0円'
  return `${formatTenthsYen(rate.exTaxTenthsYen)}（${rate.taxed ? '税抜' : '消費税対象外'}）`
}

export function dateText(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}
