import { chargeKindLabels, taxNames, unitLabels } from '#vocabulary/price.ts'
import type { BillLine } from '#domain/billing/bill-line.ts'
import { formatTenthsYen } from '#vocabulary/yen.ts'
import { billOfCharges, type Bill } from '#domain/billing/bill.ts'
import { readCompensation } from '#domain/billing/compensation.ts'
import type { Charge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { isAutomaticTopUp } from '#domain/data/grant.ts'
import { tokyoMonth, type TokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import { priceLabel } from './wording.ts'

/** A bill, fixed or in advance, with every yen explained (wire Totals). */
export function toWireTotals(bill: Bill) {
  return {
    charges: bill.lines.map(toWireBillLine),
    rates: bill.rates.filter(({ totalYen }) => totalYen !== 0),
    outOfScopeYen: bill.outOfScopeYen,
    totalYen: bill.totalYen,
  }
}

/** What an order or a pack costs, summed as its bill will sum it. */
export function totalsOf(charges: readonly Charge[], on: TokyoDate, book: PriceBook) {
  return toWireTotals(billOfCharges(charges, on, book))
}

export function toWireBillLine(line: BillLine) {
  const charge = toWireCharge(line)
  const compensated = readCompensation(line.source)
  if (compensated !== undefined)
    return {
      ...charge,
      label: `使えなかった日数分の返金（${monthLabel(compensated.month)}）`,
      lineId: line.lineId,
    }
  if (line.kind === 'lateInterest') {
    const month = line.source?.split('/')[1]
    const of = month === undefined ? '' : `（${monthLabel(tokyoMonth(month))}の請求）`
    return { ...charge, label: `${chargeKindLabels.lateInterest}${of}`, lineId: line.lineId }
  }
  const change = line.source?.startsWith('bill/') ? '返金' : '訂正'
  const of = line.originMonth === undefined ? '' : `（${monthLabel(line.originMonth)}の${change}）`
  const name = charge.label === '' ? chargeKindLabels[line.kind] : charge.label
  const label = isAutomaticTopUp(line.source) ? `自動${name}` : name
  return { ...charge, label: `${label}${of}`, lineId: line.lineId }
}

const monthLabel = (month: TokyoMonth) => `${Number(month.slice(5))}月分`

/** One line of a bill or quote, with its sum in words. */
function toWireCharge(charge: Charge) {
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
  const unit = `${formatTenthsYen(row.tenthsYen)} × ${times}`
  const days = proration === undefined ? '' : ` × ${proration.days}日 ÷ ${proration.ofDays}日`
  return `${unit}${days}（${taxNames[row.tax]}）`
}
