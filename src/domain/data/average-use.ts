import { bytes, type Bytes } from '../bytes.ts'
import { addMonths, monthOf, startOfMonth, type TokyoDate, type TokyoMonth } from '../tokyo.ts'

/** How many of the last whole months are looked at (ours). */
const MONTHS = 3

export type AverageUse = {
  /** Whole months of service that it is the average of: three, or fewer in a contract's first months. */
  readonly months: number
  readonly highSpeedBytes: Bytes
}

/**
 * The high-speed use of an average month, as a guide to the size of data that fits. Low-speed use takes nothing from
 * the pool and is not counted. None before service lasted a whole month.
 */
export function averageUse(
  used: readonly { readonly month: TokyoMonth; readonly usedBytes: number }[],
  startedOn: TokyoDate,
  today: TokyoDate,
): AverageUse | undefined {
  const months = averagedMonths(today).filter((month) => startOfMonth(month) >= startedOn)
  if (months.length === 0) return undefined
  const counted = used.filter((one) => months.includes(one.month))
  const sum = counted.reduce((total, one) => total + one.usedBytes, 0)
  return { months: months.length, highSpeedBytes: bytes(Math.round(sum / months.length)) }
}

/** The months an average may look at, oldest first. */
export function averagedMonths(today: TokyoDate): readonly TokyoMonth[] {
  return Array.from({ length: MONTHS }, (_, n) => addMonths(monthOf(today), n - MONTHS))
}
