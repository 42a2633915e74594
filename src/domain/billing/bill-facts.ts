import type { LineKind } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { ChargeKind, TaxBasis } from '#vocabulary/price.ts'
import type { ProratedDays } from './charge.ts'
import type { Price } from '../catalogue/figure.ts'
import type { PlanCode } from '../catalogue/plan.ts'
import type { TenthsYen, Yen } from '../money.ts'
import { isBefore, type Instant, type TokyoDate, type TokyoMonth } from '../tokyo.ts'

/** A value that counts from this instant until the next one does. */
export type Since<Value> = { readonly from: Instant; readonly value: Value }

/** An option of a line or of the contract, in force on both days and all between; no end while it runs. */
export type OptionPeriod = {
  readonly code: OptionCode
  readonly from: TokyoDate
  readonly to?: TokyoDate | undefined
}

/** A line by its history, not as it is today. */
export type BilledLine = {
  readonly lineId: string
  /** The place in the order of lines; the lowest is the first. Oldest first, as all histories here. */
  readonly places: readonly Since<number>[]
  /** The first entry counts from the first day. */
  readonly kinds: readonly Since<LineKind>[]
  readonly firstDay: TokyoDate
  /** The last day of service; none while it runs. */
  readonly lastDay?: TokyoDate | undefined
  /** Its number left to another carrier in the course of the last day. */
  readonly isPortedOut?: boolean | undefined
  readonly options: readonly OptionPeriod[]
}

/** Calls or messages of one line, one rate row and one tax rate, already rated. */
export type BilledTraffic = {
  readonly lineId: string
  readonly kind: 'voice' | 'sms'
  readonly row: Price
  readonly units: number
  /** A day of the month they were made in: it decides the tax rate. */
  readonly taxOn: TokyoDate
}

/** An amount that is known by itself: a pack, a SIM, an instalment, interest, an adjustment of an earlier month. */
export type BookedAmount = {
  readonly kind: ChargeKind
  readonly lineId?: string | undefined
  readonly row?: Price | undefined
  readonly quantity: number
  /** The days an earlier bill charged for, where they are given back. */
  readonly proration?: ProratedDays | undefined
  /** In its own tax basis. */
  readonly amountTenthsYen: TenthsYen
  readonly tax: TaxBasis
  readonly taxOn: TokyoDate
  /** The month a late fact or a refund belongs to. */
  readonly originMonth?: TokyoMonth | undefined
  /** The record, order or bill it comes from. */
  readonly source: string
}

/** Taken off a monthly fee before tax, whole, never more than the fee. */
export type Discount = {
  readonly off: 'base' | 'shareLine' | 'option'
  readonly lineId?: string | undefined
  readonly option?: OptionCode | undefined
  readonly amountYen: Yen
  readonly source: string
}

/** Everything the bill of a contract and month is computed from. */
export type BillFacts = {
  readonly month: TokyoMonth
  /** Oldest first. */
  readonly sizes: readonly Since<PlanCode>[]
  readonly lines: readonly BilledLine[]
  readonly contractOptions: readonly OptionPeriod[]
  readonly booked: readonly BookedAmount[]
  readonly traffic: readonly BilledTraffic[]
  readonly discounts: readonly Discount[]
}

/** The value that counts at the instant: the latest entry not after it, else the first. */
export function valueAt<Value>(history: readonly Since<Value>[], at: Instant): Value {
  const entry = history.findLast(({ from }) => !isBefore(at, from)) ?? history[0]
  if (entry === undefined) throw new RangeError('A history without an entry')
  return entry.value
}

/** The value that counts until just before the instant: at 24:00 of a day, not of the day that begins. */
export function valueBefore<Value>(history: readonly Since<Value>[], at: Instant): Value {
  return valueAt(history, at.subtract({ nanoseconds: 1 }))
}
