import type { TokyoDate, TokyoMonth } from '../tokyo.ts'
import type { Charge } from './charge.ts'

/** A line of a bill: an amount, what it was computed from, whose line it is and the day that decides its tax rate. */
export type BillLine = Charge & {
  readonly lineId?: string | undefined
  readonly taxOn: TokyoDate
  readonly originMonth?: TokyoMonth | undefined
  readonly source?: string | undefined
}
