import { describe, expect, test } from 'vitest'
import { tenthsYen, yen } from '../money.ts'
import { tokyoDate } from '../tokyo.ts'
import type { BillLine } from './bill-line.ts'
import { forecastBill, trafficTenthsYen } from './forecast.ts'

const line = (kind: BillLine['kind'], amount: number): BillLine => ({
  kind,
  quantity: 1,
  row: undefined,
  proration: undefined,
  amountTenthsYen: tenthsYen(amount),
  tax: 'included',
  taxOn: tokyoDate('2026-11-20'),
})

describe('次の請求の見込み（billing.md 21）', () => {
  test('最低はこれまでの分、見込みは3か月の1日平均、最大はいちばん高い月の1日平均を残りの日数分', () => {
    const months = [
      { tenthsYen: 3000, days: 30 },
      { tenthsYen: 9300, days: 31 },
      { tenthsYen: 0, days: 31 },
    ]
    // (300円 + 930円) ÷ 92日 × 10日 = 133.69円、930円 ÷ 31日 × 10日 = 300円
    expect(forecastBill(yen(1191), months, 10)).toEqual({
      lowYen: 1191,
      expectedYen: 1324,
      highYen: 1491,
    })
  })

  test('いちばん高い月は、合計ではなく1日あたりで決まる', () => {
    const months = [
      { tenthsYen: 3100, days: 31 },
      { tenthsYen: 1400, days: 1 },
    ]
    expect(forecastBill(yen(0), months, 2).highYen).toBe(280)
    expect(forecastBill(yen(0), months.toReversed(), 2).highYen).toBe(280)
  })

  test('サービスのなかった月は数えず、1か月もなければ3つとも同じ', () => {
    expect(forecastBill(yen(500), [{ tenthsYen: 10, days: 0 }], 9)).toEqual({
      lowYen: 500,
      expectedYen: 500,
      highYen: 500,
    })
    const first = forecastBill(
      yen(0),
      [
        { tenthsYen: 100, days: 1 },
        { tenthsYen: 50, days: 0 },
      ],
      1,
    )
    expect(first).toEqual({ lowYen: 0, expectedYen: 10, highYen: 10 })
  })

  test('通話とSMSだけを足す', () => {
    const lines = [
      line('voice', 880),
      line('sms', 33),
      line('base', 10_800),
      line('universalFee', 22),
    ]
    expect(trafficTenthsYen(lines)).toBe(913)
  })
})
