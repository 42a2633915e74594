import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { planCodeOf } from '#backend/contract/facts.ts'
import { monthlyUseOf, servedLines } from '#backend/contract/monthly-use.ts'
import { totalsOf } from '#backend/contract/totals.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import { chargeOf, type Charge } from '#domain/billing/charge.ts'
import { price } from '#domain/catalogue/figure.ts'
import { monthlyCharges } from '#domain/catalogue/monthly-charges.ts'
import {
  addDays,
  addMonths,
  compare,
  daysBetween,
  daysInMonth,
  endOfMonth,
  monthOf,
  startOfMonth,
  type TokyoDate,
} from '#domain/tokyo.ts'

/**
 * What is owed after an initial cancellation: the service used, by the day, and the issue of the SIMs; no penalty
 * (電気通信事業法施行規則 第22条の2の9). Fees charged a number are owed whole, as bills have them.
 */
export function owedAfterInitialCancel(
  contract: ContractRow,
  lines: readonly LineRow[],
  today: TokyoDate,
) {
  const served = servedLines(lines)
  // The rule lets the fee for making the contract be asked for, up to 3,300 yen; the preparation of the SIM is not part of it.
  const issued = chargeOf('oneOff', price('oneOff.simIssue', today), served.length)
  const started = contract.started_on
  const used =
    started === null || served.length === 0 ? [] : usedCharges(contract, served, started, today)
  return totalsOf([...used, ...(served.length === 0 ? [] : [issued])], today)
}

/** Every month from the start of service, cut to the days used. */
function usedCharges(
  contract: ContractRow,
  served: readonly LineRow[],
  started: TokyoDate,
  today: TokyoDate,
): Charge[] {
  const use = monthlyUseOf(served, planCodeOf(contract))
  const charges: Charge[] = []
  for (
    let month = monthOf(started);
    compare(month, monthOf(today)) <= 0;
    month = addMonths(month, 1)
  ) {
    const from = monthOf(started) === month ? started : startOfMonth(month)
    const to = monthOf(today) === month ? today : endOfMonth(month)
    const proration = { days: daysBetween(from, addDays(to, 1)), ofDays: daysInMonth(month) }
    for (const charge of monthlyCharges(use, from)) charges.push(byTheDay(charge, proration))
  }
  return charges
}

function byTheDay(charge: Charge, proration: { days: number; ofDays: number }): Charge {
  const { row } = charge
  const monthly = row?.unit === 'month' && proration.days < proration.ofDays
  return monthly ? chargeOf(charge.kind, row, charge.quantity, proration) : charge
}

export const initialCancelConsequences: readonly string[] = [
  'すべての回線の電話番号が使えなくなります。番号を残すには、先にMNP転出を済ませてください。',
  'お申し出のあと、通信と通話はすぐに使えなくなります。取り消しはできません。',
  '違約金はかかりません。ご利用いただいた分の料金とSIMの発行手数料をお支払いいただきます。',
  '端末の購入は取り消されません。分割払いの残りはお支払いいただきます。',
]

export function initialConditions(owed: ReturnType<typeof totalsOf>, today: TokyoDate): string {
  const said = { operation: 'initialCancel', effectiveOn: today, changes: [], oneOff: owed }
  return conditionsOf({ ...said, monthlyBefore: null, monthlyAfter: null }, null)
}
