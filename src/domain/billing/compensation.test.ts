import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instant, tokyoMonth } from '../tokyo.ts'
import {
  compensatedDays,
  compensationOf,
  compensationSource,
  readCompensation,
} from './compensation.ts'

const november = tokyoMonth('2026-11')
const whole = (yen: number) => ({ wholeTenthsYen: yen * 10, billedTenthsYen: yen * 10 })
const daysOf = (from: string, to: string) => [...compensatedDays(instant(from), instant(to))]

describe('使えなかった日数分の返金', () => {
  test('50時間は2日と数え、11月の1,080円から72円を返す', () => {
    expect(daysOf('2026-11-10T08:00:00+09:00', '2026-11-12T10:00:00+09:00')).toEqual([
      ['2026-11', 2],
    ])
    expect(compensationOf(whole(1080), 2, november)).toBe(720)
  })

  test.each([
    ['2026-11-10T08:00:00+09:00', '2026-11-11T07:59:59+09:00', []],
    ['2026-11-10T08:00:00+09:00', '2026-11-11T08:00:00+09:00', [['2026-11', 1]]],
    ['2026-11-29T22:00:00+09:00', '2026-12-02T00:00:00+09:00', [['2026-11', 2]]],
    [
      '2026-11-30T22:00:00+09:00',
      '2026-12-03T00:00:00+09:00',
      [
        ['2026-11', 1],
        ['2026-12', 1],
      ],
    ],
  ])('%s から %s は、24時間ごとに、その始まりの月の1日', (from, to, days) => {
    expect(daysOf(from, to)).toEqual(days)
  })

  test('日割りの月でも、その月に請求した額より多くは返さない', () => {
    expect(compensationOf({ wholeTenthsYen: 10_800, billedTenthsYen: 360 }, 5, november)).toBe(360)
  })

  test('返す額は1円に満たないところを四捨五入する', () => {
    // 15 ÷ 30 = 0.50, 14 ÷ 30 = 0.47
    expect([15, 14].map((fee) => compensationOf(whole(fee), 1, november))).toEqual([10, 0])
  })

  test('請求の行から、どの月のいくらの料金から返したかを読み返せる', () => {
    const source = compensationSource({ outageId: 'o-1', lineId: 'line-1', month: november })
    expect(readCompensation(`${source}/1188`)).toEqual({ month: '2026-11', feeYen: 1188 })
    expect(
      [undefined, 'claim/o-1/line-1/2026-11/1188', 'outage/o-1/line-1/november/1188'].map(
        readCompensation,
      ),
    ).toEqual([undefined, undefined, undefined])
  })

  test('どの期間でも、日数は全体の時間を24で割った数で、返す額は月額を超えない', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 31 * 24 }),
        fc.integer({ min: 0, max: 31 * 24 }),
        fc.integer({ min: 0, max: 5000 }),
        (start, hours, fee) => {
          const from = instant('2026-11-01T00:00:00+09:00').add({ hours: start })
          const days = compensatedDays(from, from.add({ hours }))
          const sum = [...days.values()].reduce((all, one) => all + one, 0)
          expect(sum).toBe(Math.floor(hours / 24))
          for (const [month, count] of days)
            expect(compensationOf(whole(fee), count, month)).toBeLessThanOrEqual(fee * 10)
        },
      ),
    )
  })
})
