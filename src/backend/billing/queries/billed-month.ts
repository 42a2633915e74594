import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { paymentSchedule } from '#domain/policy/payment-schedule.ts'
import {
  addMonths,
  atHour,
  daysInMonth,
  endOfMonth,
  startOfDay,
  startOfMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'

/** ours: records received before this hour of the 1st belong to the month before. */
const RECORDS_CLOSE_HOUR = 6

type BookRow = {
  key: string
  tenths: number
  tax: string
  valid_from: string
  valid_to: string | undefined
}

/** A month to be billed: its days and instants, and the prices as values that go into the database with it. */
export type BilledMonth = {
  readonly month: TokyoMonth
  readonly firstDay: TokyoDate
  readonly lastDay: TokyoDate
  readonly days: number
  readonly begins: Instant
  readonly ends: Instant
  /** Records received from here to there are taken up by this bill. */
  readonly recordsFrom: Instant
  readonly recordsUntil: Instant
  readonly chargeOn: TokyoDate
  readonly prices: readonly BookRow[]
  readonly taxes: readonly { percent: number; valid_from: string; valid_to: string | undefined }[]
  readonly book: PriceBook
}

/** @param book the prices; another one tries other prices on the same facts. */
export function billedMonth(month: TokyoMonth, book: PriceBook): BilledMonth {
  const firstDay = startOfMonth(month)
  const nextFirst = startOfMonth(addMonths(month, 1))
  return {
    month,
    firstDay,
    lastDay: endOfMonth(month),
    days: daysInMonth(month),
    begins: startOfDay(firstDay),
    ends: startOfDay(nextFirst),
    recordsFrom: atHour(firstDay, RECORDS_CLOSE_HOUR),
    recordsUntil: atHour(nextFirst, RECORDS_CLOSE_HOUR),
    chargeOn: paymentSchedule(month).chargeOn,
    prices: book.prices.map((row) => ({
      key: row.key,
      tenths: row.tenthsYen,
      tax: row.tax,
      valid_from: row.validFrom,
      valid_to: row.validTo,
    })),
    taxes: book.taxes.map(({ percent, validFrom, validTo }) => ({
      percent,
      valid_from: validFrom,
      valid_to: validTo,
    })),
    book,
  }
}
