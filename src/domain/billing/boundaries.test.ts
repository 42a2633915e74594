import { describe, expect, test } from 'vitest'
import { priceRows } from '../catalogue/figure.ts'
import { createPriceBook, publishedPrices } from '../catalogue/price-book.ts'
import { tenthsYen, yen } from '../money.ts'
import { instant, tokyoDate, tokyoMonth } from '../tokyo.ts'
import type { BilledLine, BillFacts, Discount, OptionPeriod } from './bill-facts.ts'
import { billOf } from './bill.ts'
import { endOf, kindFrom, lineFrom, nextBills } from './next-bills.ts'

// Days and places at which a rule turns; each was found by changing the rule there and seeing no test notice.

const since = <const Value>(value: Value, from = '2025-10-01T00:00:00+09:00') => ({
  from: instant(from),
  value,
})
const line = (lineId: string, over: Partial<BilledLine> = {}): BilledLine => ({
  lineId,
  places: [since(Number(lineId))],
  kinds: [since('voice')],
  firstDay: tokyoDate('2025-10-01'),
  options: [],
  ...over,
})
const facts = (lines: readonly BilledLine[], over: Partial<BillFacts> = {}): BillFacts => ({
  month: tokyoMonth('2026-11'),
  sizes: [since(20)],
  lines,
  contractOptions: [],
  booked: [],
  traffic: [],
  discounts: [],
  ...over,
})
const linesOf = (lines: readonly BilledLine[], over: Partial<BillFacts> = {}) =>
  (billOf(facts(lines, over), publishedPrices)?.lines ?? []).map(
    ({ kind, lineId, amountTenthsYen }) => [kind, lineId, amountTenthsYen / 10],
  )
const wifi = (from: string, to?: string): OptionPeriod => ({
  code: 'publicWifi',
  from: tokyoDate(from),
  ...(to !== undefined && { to: tokyoDate(to) }),
})

describe('月の端の日', () => {
  test('1日が最後の利用日の回線にも、その月の料金がまるごとかかり、番号の料金はかからない', () => {
    expect(linesOf([line('1', { lastDay: tokyoDate('2026-11-01') })])).toEqual([
      ['base', '1', 1680],
    ])
    expect(linesOf([line('1', { lastDay: tokyoDate('2026-10-31') })])).toEqual([])
  })

  test('末日に始まった回線は1日分、末日まで使った回線には番号の料金もかかる', () => {
    // 1,680円 × 1 ÷ 30 = 56円
    expect(linesOf([line('1', { firstDay: tokyoDate('2026-11-30') })]).slice(0, 1)).toEqual([
      ['base', '1', 56],
    ])
    expect(linesOf([line('1', { firstDay: tokyoDate('2026-12-01') })])).toEqual([])
    const kinds = linesOf([line('1', { lastDay: tokyoDate('2026-11-30') })]).map(([kind]) => kind)
    expect(kinds).toEqual(['base', 'universalFee', 'relayFee'])
  })

  test('オプションも同じで、月のなかで入り直しても先の日から1回', () => {
    const options = (...periods: OptionPeriod[]) =>
      linesOf([line('1')], { contractOptions: periods }).filter(([kind]) => kind === 'option')
    expect(options(wifi('2025-10-01', '2026-11-01'))).toEqual([['option', undefined, 362]])
    expect(options(wifi('2025-10-01', '2026-10-31'))).toEqual([])
    // 362円 × 1 ÷ 30 = 12.07円
    expect(options(wifi('2026-11-30'))).toEqual([['option', undefined, 12]])
    expect(options(wifi('2026-12-01'))).toEqual([])
    // 11月11日から: 362円 × 20 ÷ 30 = 241.3円
    expect(options(wifi('2026-11-21'), wifi('2026-11-11', '2026-11-15'))).toEqual([
      ['option', undefined, 241],
    ])
  })
})

describe('先頭の回線', () => {
  test('月の途中で入った回線は、並びが先でも、その月は先頭にならない', () => {
    const joined = line('1', { firstDay: tokyoDate('2026-11-16') })
    expect(
      linesOf([line('2'), joined])
        .filter(([kind]) => kind !== 'universalFee')
        .slice(0, 2),
    ).toEqual([
      ['base', '2', 1680],
      ['shareLine', '1', 350],
    ])
  })

  test('渡される順ではなく、並びの先の回線が先頭', () => {
    expect(linesOf([line('3'), line('1'), line('2')]).slice(0, 1)).toEqual([['base', '1', 1680]])
  })
})

test('日割りのちょうど半分は切り上げる', () => {
  const half = priceRows.map((row) =>
    row.key === 'plan.20.voice' ? { ...row, tenthsYen: tenthsYen(7050) } : row,
  )
  const bill = billOf(
    facts([line('1', { firstDay: tokyoDate('2026-11-16') })]),
    createPriceBook(half),
  )
  // 705円 × 15 ÷ 30 = 352.5円
  expect(bill?.lines[0]?.amountTenthsYen).toBe(3530)
})

test('日割りの半分に足りない端数は切り捨てる', () => {
  const less = priceRows.map((row) =>
    row.key === 'plan.20.voice' ? { ...row, tenthsYen: tenthsYen(7049) } : row,
  )
  const bill = billOf(
    facts([line('1', { firstDay: tokyoDate('2026-11-16') })]),
    createPriceBook(less),
  )
  // 704.9円 × 15 ÷ 30 = 352.45円
  expect(bill?.lines[0]?.amountTenthsYen).toBe(3520)
})

test('利用のない月でも、計上された額があれば請求になり、税率は高いほうから並ぶ', () => {
  const amount = (kind: 'oneOff' | 'adjustment', taxOn: string) => ({
    kind,
    quantity: 1,
    amountTenthsYen: tenthsYen(1000),
    tax: 'excluded' as const,
    taxOn: tokyoDate(taxOn),
    source: kind,
  })
  const old = publishedPrices.taxPercentOn(tokyoDate('2019-09-30'))
  expect(old).toBe(8)
  const booked = [amount('oneOff', '2019-09-30'), amount('adjustment', '2026-11-20')]
  expect(billOf(facts([], { booked }), publishedPrices)?.rates).toEqual([
    { taxPercent: 10, totalYen: 110, taxYen: 10, exTaxYen: 100 },
    { taxPercent: 8, totalYen: 108, taxYen: 8, exTaxYen: 100 },
  ])
})

test('割引は、決められた回線とオプションからだけ引かれる', () => {
  const discount = { amountYen: yen(100), source: 'campaign' }
  const off = (over: Pick<Discount, 'off' | 'lineId' | 'option'>) =>
    linesOf([line('1'), line('2'), line('3')], {
      contractOptions: [wifi('2025-10-01')],
      discounts: [{ ...discount, ...over }],
    }).filter(([kind]) => kind === 'discount')
  expect(off({ off: 'shareLine', lineId: '3' })).toEqual([['discount', '3', -100]])
  expect(off({ off: 'shareLine', lineId: '1' })).toEqual([])
  expect(off({ off: 'base' })).toEqual([['discount', '1', -100]])
  expect(off({ off: 'option', option: 'publicWifi' })).toEqual([['discount', undefined, -100]])
  expect(off({ off: 'option', option: 'magazines' })).toEqual([])
})

test('解約の日より先に終わる回線は、その日のまま', () => {
  const change = endOf(['1', '2'], tokyoDate('2026-11-20'))
  const lines = [line('1', { lastDay: tokyoDate('2026-11-10') }), line('2'), line('3')]
  expect(change(facts(lines)).lines.map(({ lastDay }) => lastDay)).toEqual([
    '2026-11-10',
    '2026-11-20',
    undefined,
  ])
})

describe('手続きのあとの請求', () => {
  const months = [facts([line('1'), line('2')])]
  const after = (change: Parameters<typeof nextBills>[1]) =>
    nextBills(months, change, publishedPrices).flatMap((bill) =>
      bill.after.lines
        .filter(({ kind }) => kind === 'base' || kind === 'shareLine')
        .map(({ lineId, amountTenthsYen }) => [lineId, amountTenthsYen / 10]),
    )

  test('種類の変更は、その回線だけを変える', () => {
    expect(after(kindFrom('2', 'data', tokyoDate('2026-10-01')))).toEqual([
      ['1', 1680],
      ['2', 400],
    ])
  })

  test('加わる回線は、いちばん後ろに並ぶ', () => {
    expect(after(lineFrom('data', tokyoDate('2026-11-01')))).toEqual([
      ['1', 1680],
      ['2', 700],
      ['new', 400],
    ])
  })
})
