import type { TaxBasis } from '#vocabulary/price.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceKey } from '../catalogue/figure.ts'
import { publishedPrices, requireRate } from '../catalogue/price-book.ts'
import { floorDivide, tenthsYen, yen } from '../money.ts'
import { tokyoDate } from '../tokyo.ts'
import { billOfCharges, type Bill } from './bill.ts'
import { chargeOf, rateTotal, type Charge } from './charge.ts'

const today = tokyoDate('2026-11-20')
const billOf = (charges: readonly Charge[]) => billOfCharges(charges, today, publishedPrices)
const rateOf = ({ rates }: Pick<Bill, 'rates'>) => rates[0] ?? rateTotal(yen(0), 10)
const charge = (key: PriceKey, quantity = 1) =>
  chargeOf('base', requireRate(publishedPrices, key, today), quantity)
const free = (amount: number, tax: TaxBasis): Charge => ({
  kind: 'adjustment',
  quantity: 1,
  row: undefined,
  proration: undefined,
  amountTenthsYen: tenthsYen(amount),
  tax,
})

describe('請求の合計', () => {
  test('税は請求書ごと・税率ごとに一度だけ切り捨てる', () => {
    const charges = [charge('plan.18.voice'), charge('share.data'), charge('option.publicWifi')]
    expect(billOf(charges).rates[0]).toEqual({
      taxPercent: 10,
      exTaxYen: 2242,
      taxYen: 224,
      totalYen: 2466,
    })
  })

  test('税込の通話料やユニバーサルサービス料は同じ税率の合計に入る', () => {
    const charges = [
      charge('plan.13.voice'),
      charge('voice.per30s', 3),
      charge('sms.70', 2),
      charge('fee.universal'),
      charge('fee.relay'),
    ]
    // 1,188 + 66 + 6.6 + 2.2 + 1.1 = 1,263.9
    expect(billOf(charges)).toMatchObject({
      rates: [{ totalYen: 1263, taxYen: 114, exTaxYen: 1149 }],
      totalYen: 1263,
    })
  })

  test('海外SMSは消費税対象外として別に立つ', () => {
    expect(billOf([charge('sms.abroad', 3)])).toMatchObject({
      rates: [],
      outOfScopeYen: 300,
      totalYen: 300,
    })
  })

  test('日割りの料金は日数を持ち、1円未満を四捨五入する', () => {
    const part = chargeOf('base', requireRate(publishedPrices, 'plan.13.voice', today), 1, {
      days: 11,
      ofDays: 30,
    })
    expect(part).toMatchObject({ amountTenthsYen: 3960, proration: { days: 11, ofDays: 30 } })
  })

  test('税抜きの額の税は、合計の切り捨てにちょうど等しい', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50_000), { maxLength: 12 }), (amounts) => {
        const sum = amounts.reduce((total, one) => total + one, 0)
        const rate = rateOf(billOf(amounts.map((one) => free(one * 10, 'excluded'))))
        expect(rate.taxYen).toBe(floorDivide(sum, 10))
        expect(rate.exTaxYen).toBe(sum)
      }),
    )
  })

  test('順番は問わず、内訳の和は合計になり、返金はちょうど逆になる', () => {
    const bases: readonly TaxBasis[] = ['excluded', 'included', 'outOfScope']
    const charges = fc.array(
      fc.tuple(fc.nat(500_000), fc.constantFrom(...bases)).map(([n, tax]) => free(n, tax)),
    )
    fc.assert(
      fc.property(charges, (list) => {
        const { lines: _, ...total } = billOf(list)
        const rate = rateOf(total)
        expect(billOf(list.toReversed())).toMatchObject(total)
        expect(rate.exTaxYen + rate.taxYen).toBe(rate.totalYen)
        expect(rate.totalYen + total.outOfScopeYen).toBe(total.totalYen)
        const back = billOf(list.map((one) => free(-one.amountTenthsYen, one.tax)))
        expect(back.totalYen + total.totalYen).toBe(0)
        expect(rateOf(back).taxYen + rate.taxYen).toBe(0)
      }),
    )
  })

  test('税込みの額の中の税は、残りの1割の切り捨てになる', () => {
    expect(rateTotal(yen(1188), 10)).toMatchObject({ taxYen: 108, exTaxYen: 1080 })
    expect(rateTotal(yen(10), 10)).toMatchObject({ taxYen: 0, exTaxYen: 10 })
  })
})
