import { unitLabels } from '#vocabulary/price.ts'
import type { Charge } from '#domain/billing/charge.ts'
import { billOf, type QuotedBill } from '#domain/catalogue/quote.ts'
import { subtractYen } from '#domain/money.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { priceLabel } from './wording.ts'

/** A bill in advance with every yen explained (wire Totals). */
export function toWireTotals(bill: QuotedBill) {
  const { rate } = bill
  return {
    charges: bill.charges.map(toWireCharge),
    rates: rate.totalYen === 0 ? [] : [rate],
    outOfScopeYen: bill.outOfScopeYen,
    totalYen: bill.totalYen,
  }
}

export function totalsOf(charges: readonly Charge[], on: TokyoDate) {
  return toWireTotals(billOf(charges, on))
}

export function deltaYen(before: QuotedBill, after: QuotedBill) {
  return subtractYen(after.totalYen, before.totalYen)
}

/** One line of a bill or quote, with its sum in words. */
export function toWireCharge(charge: Charge) {
  const { row, proration } = charge
  return {
    kind: charge.kind,
    label: row === undefined ? '' : priceLabel(row.key),
    quantity: charge.quantity,
    unit: row === undefined ? '' : unitLabels[row.unit],
    unitTenthsYen: row?.tenthsYen ?? charge.amountTenthsYen,
    tax: charge.tax,
    amountTenthsYen: charge.amountTenthsYen,
    proration,
    rateKey: row?.key,
    rateValidFrom: row?.validFrom,
    explanation: explain(charge),
  }
}

/** 「680円 × 1か月」, tenths of a yen only where there are any. */
function explain({ row, quantity, proration }: Charge): string {
  if (row === undefined) return ''
  // 「22円 × 120（30秒ごと）」: the unit is a length of time, and 「12030秒」 would be read as one.
  const times = row.unit === 'per30s' ? `${quantity}（30秒ごと）` : quantity + unitLabels[row.unit]
  const unit = `${formatTenths(row.tenthsYen)}円 × ${times}`
  const tax =
    row.tax === 'excluded' ? '（税抜）' : row.tax === 'included' ? '（税込）' : '（不課税）'
  const days = proration === undefined ? '' : ` × ${proration.days}日 ÷ ${proration.ofDays}日`
  return `${unit}${days}${tax}`
}

/** Made once: a formatter of its own for each number takes fifty times as long. */
const digits = new Intl.NumberFormat('ja-JP')

function formatTenths(tenths: number): string {
  const whole = Math.trunc(tenths / 10)
  const rest = Math.abs(tenths % 10)
  return `${digits.format(whole)}${rest === 0 ? '' : `.${rest}`}`
}
