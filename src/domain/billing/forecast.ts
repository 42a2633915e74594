import { addYen, floorDivide, yen, type Yen } from '../money.ts'
import type { BillLine } from './bill-line.ts'

/** Calls and messages of a month that is over, with tax, and its days of service. */
export type TrafficMonth = { readonly tenthsYen: number; readonly days: number }

export type BillForecast = {
  readonly lowYen: Yen
  readonly expectedYen: Yen
  readonly highYen: Yen
}

/**
 * The next bill at its end: low is what is booked and used so far; expected adds the mean of a day of the last three
 * months for every day left, high the dearest of them (billing.md 21). Without an earlier month all three are the same.
 */
export function forecastBill(
  soFarYen: Yen,
  months: readonly TrafficMonth[],
  daysLeft: number,
): BillForecast {
  const known = months.filter(({ days }) => days > 0)
  const inAll = known.reduce(
    (sum, month) => ({
      tenthsYen: sum.tenthsYen + month.tenthsYen,
      days: sum.days + month.days,
    }),
    { tenthsYen: 0, days: 0 },
  )
  const dearest = known.toSorted((a, b) => b.tenthsYen / b.days - a.tenthsYen / a.days)[0]
  return {
    lowYen: soFarYen,
    expectedYen: addYen(soFarYen, inDays(inAll, daysLeft)),
    highYen: addYen(soFarYen, inDays(dearest ?? inAll, daysLeft)),
  }
}

function inDays({ tenthsYen, days }: TrafficMonth, daysLeft: number): Yen {
  return days === 0 ? yen(0) : yen(floorDivide(tenthsYen * daysLeft, days * 10))
}

/** Calls and messages on a bill, in tenths of a yen; all their rates are with tax or outside it. */
export function trafficTenthsYen(lines: readonly BillLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'voice' || kind === 'sms')
    .reduce((sum, { amountTenthsYen }) => sum + amountTenthsYen, 0)
}
