import { optionCodes } from '#vocabulary/option.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { priceLabel } from '#backend/contract/wording.ts'
import { priceKeys, type PriceKey } from '#domain/catalogue/figure.ts'
import { options } from '#domain/catalogue/option.ts'
import { planCodes, planOn, type PlanCode } from '#domain/catalogue/plan.ts'
import { priceTaxIncluded, requireRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { floorToYen } from '#domain/money.ts'
import { tokyoDate, type TokyoDate } from '#domain/tokyo.ts'

/** The whole price list of a day, each row with the dates it is in force (wire Figures). */
export function toWireFigures(day: string, book: PriceBook) {
  const on = tokyoDate(day)
  return {
    on,
    taxPercent: book.taxPercentOn(on),
    figures: priceKeys.flatMap((key) => toWireFigure(key, on, book)),
    plans: planCodes.map((code) => toWirePlan(code, on, book)),
    options: optionCodes.map((code) => ({
      optionCode: code,
      name: options[code].name,
      scope: options[code].scope,
      kinds: [...options[code].kinds],
      monthlyYen: monthlyYen(options[code].priceKey, on, book),
    })),
    maxLines: ruleValue('linesMax', on),
    lowSpeedKbps: ruleValue('lowSpeed', on),
  }
}

function toWireFigure(key: PriceKey, on: TokyoDate, book: PriceBook) {
  const row = book.rateOn(key, on)
  if (row === undefined) return []
  return [
    {
      key,
      label: priceLabel(key),
      amountTenthsYen: row.tenthsYen,
      taxIncludedTenthsYen: priceTaxIncluded(book, row, on),
      tax: row.tax,
      unit: row.unit,
      validFrom: row.validFrom,
      validTo: row.validTo,
    },
  ]
}

function toWirePlan(code: PlanCode, on: TokyoDate, book: PriceBook) {
  const { name, baseBytes, shareable } = planOn(code, on)
  const yenOf = (kind: LineKind) => monthlyYen(`plan.${code}.${kind}`, on, book)
  return {
    plan: code,
    name,
    baseBytes,
    shareable,
    monthlyYen: { data: yenOf('data'), sms: yenOf('sms'), voice: yenOf('voice') },
  }
}

/** One unit at the rates of the day, tax included. @throws MissingRate */
export function monthlyYen(key: PriceKey, on: TokyoDate, book: PriceBook) {
  return floorToYen(priceTaxIncluded(book, requireRate(book, key, on), on))
}
