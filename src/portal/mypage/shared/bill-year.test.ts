import { describe, expect, test } from 'vitest'
import { billingApi } from '#protocol/billing.ts'
import { billYear, sumOf, yearsOf } from './bill-year.ts'
import { charge } from '../../../../tests/facts/wire-charge.ts'

const bill = (month: string, chargeOn: string, charges: ReturnType<typeof charge>[]) => ({
  billId: `bill-${month}`,
  month,
  periodFrom: `${month}-01`,
  periodTo: `${month}-28`,
  state: 'paid',
  stateLabel: 'お支払い済み',
  charges,
  rates: [{ taxPercent: 10, totalYen: 1191, taxYen: 108, exTaxYen: 1083 }],
  outOfScopeYen: 0,
  totalYen: 1191,
  chargeOn,
  path: `/mypage/billing/${month}.html`,
})
const { bills } = billingApi.billingStatusGet.result.parse({
  bills: [
    bill('2026-02', '2026-03-07', [charge('voice', 440, 'included'), charge('base', 10_800)]),
    bill('2026-01', '2026-02-07', [charge('base', 10_800), charge('relayFee', 33, 'included')]),
    bill('2025-12', '2026-01-07', [charge('base', 10_800)]),
    bill('2025-11', '2025-12-07', [charge('base', 10_800)]),
  ],
  asOf: '2026-03-20T10:00:00+09:00',
})

describe('家計簿のための1年のまとめ（billing.md 22）', () => {
  test('引き落としの日で1年に分け、早い順に並べる', () => {
    expect(yearsOf(bills)).toEqual(['2026', '2025'])
    expect(billYear(bills, '2026').rows.map(({ bill: one }) => one.month)).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
    ])
  })

  test('その年にあった費目だけが、請求と同じ順で、税込で合計される', () => {
    const { rows, titles } = billYear(bills, '2026')
    expect(titles).toEqual(['基本料金', '通話・SMS', 'ユニバーサルサービス料など'])
    expect(titles.map((title) => sumOf(rows, ({ groups }) => groups.get(title) ?? 0))).toEqual([
      3_564_000, 44_000, 3_300,
    ])
    expect(sumOf(rows, ({ taxYen }) => taxYen)).toBe(324)
  })
})
