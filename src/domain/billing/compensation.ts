import { floorDivide, tenthsYen, type TenthsYen } from '../money.ts'
import {
  daysInMonth,
  isBefore,
  isTokyoMonth,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '../tokyo.ts'

const DAY_HOURS = 24

/** Whole 24 hours of an outage by the month each begins in; what is left over counts for nothing (billing.md 22). */
export function compensatedDays(from: Instant, to: Instant): ReadonlyMap<TokyoMonth, number> {
  const days = new Map<TokyoMonth, number>()
  for (let begin = from; ; begin = begin.add({ hours: DAY_HOURS })) {
    if (isBefore(to, begin.add({ hours: DAY_HOURS }))) return days
    const month = toTokyoMonth(begin)
    days.set(month, (days.get(month) ?? 0) + 1)
  }
}

/** A month's fee of a line: the price of the whole month, and what the month is billed. */
export type MonthlyFee = { readonly wholeTenthsYen: number; readonly billedTenthsYen: number }

/** What is given back: days × fee ÷ days of the month, to the nearest yen, and never more than was billed. */
export function compensationOf(fee: MonthlyFee, days: number, month: TokyoMonth): TenthsYen {
  const ofDays = daysInMonth(month)
  const yen = floorDivide(2 * fee.wholeTenthsYen * days + 10 * ofDays, 20 * ofDays)
  return tenthsYen(Math.min(yen * 10, fee.billedTenthsYen))
}

/** How a line of a bill names it; the fee of the month goes behind, so that the line can say what it was reckoned from. */
export const compensationSource = (of: { outageId: string; lineId: string; month: TokyoMonth }) =>
  `outage/${of.outageId}/${of.lineId}/${of.month}`

/** The month and its fee, read again; none of any other line. */
export function readCompensation(source: string | undefined) {
  const [family, , , month = '', feeYen = ''] = source?.split('/') ?? []
  return family === 'outage' && isTokyoMonth(month) ? { month, feeYen: Number(feeYen) } : undefined
}
