import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeKinds } from '#vocabulary/price.ts'
import { publishedPrices } from '../catalogue/price-book.ts'
import { tenthsYen, yen } from '../money.ts'
import { tokyoDate } from '../tokyo.ts'
import { totalsOf } from './bill.ts'
import type { BillLine } from './bill-line.ts'
import { differenceOf } from './difference.ts'
import { forecastBill } from './forecast.ts'

const lineOf = (
  kind: BillLine['kind'],
  amount: number,
  tax: BillLine['tax'] = 'excluded',
): BillLine => ({
  kind,
  quantity: 1,
  row: undefined,
  proration: undefined,
  amountTenthsYen: tenthsYen(amount),
  tax,
  taxOn: tokyoDate('2026-11-30'),
})
const bill = (...lines: BillLine[]) => ({ lines, ...totalsOf(lines, publishedPrices) })

describe('先月との違い', () => {
  test('理由ごとの金額を足すと、いつも違いの全額になる', () => {
    const line = fc
      .tuple(
        fc.constantFrom(...chargeKinds),
        fc.integer({ min: -90_000, max: 90_000 }),
        fc.constantFrom('excluded' as const, 'included' as const, 'outOfScope' as const),
      )
      .map((parts) => lineOf(...parts))
    const lines = fc.array(line, { maxLength: 9 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { parts, yen: total } = differenceOf(bill(...before), bill(...after), publishedPrices)
        expect(parts.reduce((sum, part) => sum + part.yen, 0)).toBe(total)
      }),
    )
  })

  test('端数で残る1円は、いちばん多く切り捨てられた理由に付く', () => {
    // Without tax: 0.6 and 0.3 yen more, 0.9 in all: nothing. With 0.2 and 0.9: 1.1, one yen for the second.
    const of = (...amounts: number[]) =>
      differenceOf(
        bill(),
        bill(...amounts.map((amount, n) => lineOf(chargeKinds[n] ?? 'base', amount, 'outOfScope'))),
        publishedPrices,
      )
    expect(of(6, 3)).toEqual({ yen: 0, parts: [] })
    expect(of(2, 9)).toEqual({ yen: 1, parts: [{ kind: chargeKinds[1], yen: 1 }] })
    expect(of(9, 2)).toEqual({ yen: 1, parts: [{ kind: chargeKinds[0], yen: 1 }] })
    expect(of(1002, 1009)).toEqual({
      yen: 201,
      parts: [
        { kind: chargeKinds[1], yen: 101 },
        { kind: chargeKinds[0], yen: 100 },
      ],
    })
    // 0.9 three times: 2.7, two yen for two of three.
    expect(of(9, 9, 9).parts.map(({ yen: one }) => one)).toEqual([1, 1])
    expect(of(-9, -9, -9)).toMatchObject({ yen: -2, parts: [{ yen: -1 }, { yen: -1 }] })
  })

  test('税の対象外の端数も1円未満のまま割り振り、2円残れば多く切り捨てられた順に1円ずつ付く', () => {
    const kindAt = (n: number) => chargeKinds[n] ?? 'base'
    const of = (...amounts: readonly [number, number][]) =>
      differenceOf(
        bill(...amounts.map(([amount], n) => lineOf(kindAt(n), amount, 'outOfScope'))),
        bill(...amounts.map(([, amount], n) => lineOf(kindAt(n), amount, 'outOfScope'))),
        publishedPrices,
      ).parts
    // 30.4 + 20.8 + 10.9: 62.1, two yen more than 30 + 20 + 10, for the rests of 0.9 and 0.8.
    expect(of([0, 304], [0, 208], [0, 109])).toEqual([
      { kind: kindAt(0), yen: 30 },
      { kind: kindAt(1), yen: 21 },
      { kind: kindAt(2), yen: 11 },
    ])
    // Less than before: cut down to −31, −21 and −11, for −62 in all: the yen goes to the rest of 0.6.
    expect(of([304, 0], [208, 0], [109, 0])).toEqual([
      { kind: kindAt(0), yen: -30 },
      { kind: kindAt(1), yen: -21 },
      { kind: kindAt(2), yen: -11 },
    ])
    // 1,000.5 + 1.4 + 0.3: a large amount counts by its rest like a small one.
    expect(of([0, 10_005], [0, 14], [0, 3])).toEqual([
      { kind: kindAt(0), yen: 1001 },
      { kind: kindAt(1), yen: 1 },
    ])
    expect(of([0, 12_341], [0, 4], [0, 6])).toEqual([
      { kind: kindAt(0), yen: 1234 },
      { kind: kindAt(2), yen: 1 },
    ])
    // 1,234.6 + 0.4 is whole: the yen goes to the larger rest.
    expect(of([0, 12_346], [0, 4])).toEqual([{ kind: kindAt(0), yen: 1235 }])
  })

  test('理由は、増えても減っても、金額の大きいものから並ぶ', () => {
    const kinds = (...amounts: number[]) =>
      differenceOf(
        bill(),
        bill(...amounts.map((amount, n) => lineOf(chargeKinds[n] ?? 'base', amount, 'outOfScope'))),
        publishedPrices,
      ).parts.map(({ yen: one }) => one)
    expect(kinds(100, -300, 200)).toEqual([-30, 20, 10])
    expect(kinds(-100, 300, -200, 400)).toEqual([40, 30, -20, -10])
  })

  test('容量を増やし、通話が減った月は、その2つが理由', () => {
    const before = bill(
      lineOf('base', 10_800),
      lineOf('voice', 1320, 'included'),
      lineOf('relayFee', 11, 'included'),
    )
    const after = bill(
      lineOf('base', 16_800),
      lineOf('voice', 440, 'included'),
      lineOf('relayFee', 11, 'included'),
    )
    expect(differenceOf(before, after, publishedPrices)).toEqual({
      yen: 572,
      parts: [
        { kind: 'base', yen: 660 },
        { kind: 'voice', yen: -88 },
      ],
    })
  })

  test('何も変わらなければ、理由もない', () => {
    const same = bill(lineOf('base', 10_800))
    expect(differenceOf(same, same, publishedPrices)).toEqual({ yen: 0, parts: [] })
  })
})

describe('次の請求の見込み', () => {
  test('残りの日には、3か月の1日平均と、いちばん高い月の1日平均を足す', () => {
    const months = [
      { tenthsYen: 3100, days: 31 },
      { tenthsYen: 6000, days: 30 },
      { tenthsYen: 0, days: 31 },
    ]
    // 910円 ÷ 92日 × 10日 = 98.9円、600円 ÷ 30日 × 10日 = 200円
    expect(forecastBill(yen(1191), months, 10)).toEqual({
      lowYen: 1191,
      expectedYen: 1289,
      highYen: 1391,
    })
  })

  test('はじめての月は、今日までの金額のまま', () => {
    expect(forecastBill(yen(1191), [], 10)).toEqual({
      lowYen: 1191,
      expectedYen: 1191,
      highYen: 1191,
    })
  })
})
