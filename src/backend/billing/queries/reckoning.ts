import { taxNames, unitLabels } from '#vocabulary/price.ts'
import { formatTenthsYen } from '#vocabulary/yen.ts'
import { priceLabel } from '#backend/contract/wording.ts'
import { readCompensation } from '#domain/billing/compensation.ts'
import type { BillLine } from '#domain/billing/bill-line.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { isAutomaticTopUp } from '#domain/data/grant.ts'
import { daysInMonth, type TokyoDate } from '#domain/tokyo.ts'

/** How the yen of a line came about: the rate row and its date, the formula with its numbers, tax and rounding, origin. */
export function reckoningOf(line: BillLine, book: PriceBook): string[] {
  return [...rateWords(line), formulaWords(line), taxWords(line, book), ...originWords(line)]
}

function rateWords({ row }: BillLine): string[] {
  if (row === undefined) return []
  const price = `${formatTenthsYen(row.tenthsYen)}（${taxNames[row.tax]}）`
  return [
    `${priceLabel(row.key)}は${perUnit[row.unit]}${price}。${dayWords(row.validFrom)}からの料金です。`,
  ]
}

const perUnit = {
  month: '1か月',
  each: '1回',
  per30s: '30秒ごとに',
  message: '1通',
  numberMonth: '1番号で1か月',
  lineMonth: '1回線で1か月',
} as const

function formulaWords(line: BillLine): string {
  const { row, quantity, proration, amountTenthsYen, kind, source } = line
  const amount = formatTenthsYen(amountTenthsYen)
  if (row === undefined) {
    if (kind === 'discount') return `割引の額は${amount}。もとの料金を超えません。`
    if (kind === 'lateInterest')
      return `お支払いが遅れた${quantity}日分（1年を365日とする日割り、1円未満切り捨て）で${amount}。`
    const compensated = readCompensation(source)
    if (compensated !== undefined)
      return `使えなかった${quantity}日分として、月額${formatTenthsYen(compensated.feeYen * 10)} × ${quantity}日 ÷ ${daysInMonth(compensated.month)}日 = ${formatTenthsYen(-amountTenthsYen)}をお返しします（24時間を1日と数え、1円未満は四捨五入）。`
    return amount
  }
  const unit = row.unit === 'per30s' ? '' : unitLabels[row.unit]
  const whole = `${formatTenthsYen(row.tenthsYen)} × ${quantity}${unit}`
  return proration === undefined
    ? `${whole} = ${amount}`
    : `${whole} × ${proration.days}日 ÷ ${proration.ofDays}日 = ${amount}（日割りは1円未満を四捨五入）`
}

function taxWords({ tax, taxOn }: BillLine, book: PriceBook): string {
  if (tax === 'outOfScope') return '対象外（免税・不課税）の料金で、消費税はかかりません。'
  const rate = `${dayWords(taxOn)}の税率${book.taxPercentOn(taxOn)}%`
  return `${taxNames[tax]}の料金です。${rate}の料金をすべて税込で合計してから、1円未満を1回だけ切り捨てます。`
}

/** The record, instalment or earlier bill an amount names. */
function originWords({ source, originMonth }: BillLine): string[] {
  if (source === undefined) return []
  if (isAutomaticTopUp(source))
    return ['自動データチャージの設定により、データの残りが決めた量を下回ったときに購入しました。']
  const [family, ...names] = source.split('/')
  if (family === 'call')
    return [
      `${originMonth ?? ''}の記録 ${names.join('/')} が締めたあとに届いたか訂正されたため、新しい額から前の額を引いた差額です。`,
    ]
  if (family === 'bill')
    return [`${monthWords(names[0] ?? '')}の請求に含まれていた料金をお返しします。`]
  if (family === 'interest') return [`${monthWords(names[0] ?? '')}の請求の遅延損害金です。`]
  if (family === 'instalment') return [`端末の分割払いの${names.at(-1) ?? ''}回目です。`]
  return []
}

const monthWords = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月分`

function dayWords(day: TokyoDate): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  return `${year}年${month}月${dayOfMonth}日`
}
