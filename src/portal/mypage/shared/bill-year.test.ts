import { describe, expect, test } from 'vitest'
import { billingApi } from '#protocol/billing.ts'
import { billYear, notPaid, sumOf, yearsOf } from './bill-year.ts'
import { charge } from '#tests/facts/wire-charge.ts'

const bill = (
  month: string,
  chargeOn: string,
  charges: ReturnType<typeof charge>[],
  paidOn: string | undefined = chargeOn,
) => ({
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
  ...(paidOn !== undefined && { paidAt: `${paidOn}T10:00:00+09:00` }),
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
  test('お支払いの日で1年に分け、早い順に並べる', () => {
    expect(yearsOf(bills)).toEqual(['2026', '2025'])
    expect(billYear(bills, '2026').rows.map(({ bill: one }) => one.month)).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
    ])
  })

  test('12月7日に断られ1月5日に払った請求は翌年のもの。まだの請求はどの年にも入らない', () => {
    const late = bill('2026-11', '2026-12-07', [charge('base', 10_800)], '2027-01-05')
    const owed = { ...bill('2026-12', '2027-01-07', [charge('base', 10_800)]), paidAt: undefined }
    const { bills: other } = billingApi.billingStatusGet.result.parse({
      bills: [owed, late],
      asOf: '2027-01-20T10:00:00+09:00',
    })
    expect(yearsOf(other)).toEqual(['2027'])
    expect(
      billYear(other, '2027').rows.map(({ bill: one, paidOn }) => [one.month, paidOn]),
    ).toEqual([['2026-11', '2027-01-05']])
    expect(notPaid(other).map(({ month }) => month)).toEqual(['2026-12'])
  })

  test('その年にあった費目だけが、請求と同じ順で、税込で合計される', () => {
    const { rows, titles } = billYear(bills, '2026')
    expect(titles).toEqual(['基本料金', '通話・SMS', 'ユニバーサルサービス料など'])
    expect(titles.map((title) => sumOf(rows, ({ groups }) => groups.get(title) ?? 0))).toEqual([
      3_564_000, 44_000, 3_300,
    ])
    expect(sumOf(rows, ({ taxYen }) => taxYen)).toBe(324)
  })

  test('税のかからない料金がある費目は、税込と言わない', () => {
    const { bills: withDevice } = billingApi.billingStatusGet.result.parse({
      bills: [
        bill('2026-09', '2026-10-07', [
          charge('base', 10_800),
          charge('deviceInstalment', 53_330, 'outOfScope'),
        ]),
      ],
      asOf: '2026-10-20T10:00:00+09:00',
    })
    expect([...billYear(withDevice, '2026').untaxed]).toEqual(['端末の分割払い'])
  })
})
