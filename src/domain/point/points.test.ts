import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { yen } from '../money.ts'
import { formatRfc3339, instant, tokyoDate, tokyoMonth } from '../tokyo.ts'
import {
  earnsFrom,
  grantMoment,
  lastGrantMoment,
  nextGrantOn,
  pointsEarned,
  pointsTakenBack,
} from './points.ts'

const paidOn = tokyoDate('2026-12-07')
const bill = (totalYen: number, taxYen = Math.trunc(totalYen / 11)) => ({
  totalYen: yen(totalYen),
  rates: [{ taxYen: yen(taxYen) }],
})
const yenAmount = fc.integer({ min: -200_000, max: 200_000 })

describe('請求でつくポイント', () => {
  test.each([
    [1191, 10],
    [108, 0],
    [109, 1],
    [0, 0],
    [-1191, 0],
  ])('税込%d円の請求には、税抜100円ごとに1ポイント：%d', (total, points) => {
    expect(pointsEarned(bill(total), paidOn)).toBe(points)
  })

  test('税率が2つある請求でも、税の合計を引いた残りで数え、対象外の金額も含む', () => {
    const rates = [{ taxYen: yen(100) }, { taxYen: yen(80) }]
    expect(pointsEarned({ totalYen: yen(1100 + 1080 + 150), rates }, paidOn)).toBe(21)
  })

  test('どの請求でも、ポイントは税抜の100分の1を超えず、1ポイント少なくもない', () => {
    fc.assert(
      fc.property(yenAmount, (total) => {
        const points = pointsEarned(bill(total), paidOn)
        const exTax = Math.max(0, total - Math.trunc(total / 11))
        expect(points * 100).toBeLessThanOrEqual(exTax)
        expect((points + 1) * 100).toBeGreaterThan(exTax)
      }),
    )
  })
})

describe('返金で取り消すポイント', () => {
  test('戻した請求についたのと同じ数を取り消し、つけていない分は取り消さない', () => {
    expect(pointsTakenBack(bill(-1191), 54, paidOn)).toBe(10)
    expect(pointsTakenBack(bill(-1191), 4, paidOn)).toBe(4)
    expect(pointsTakenBack(bill(-1191), 0, paidOn)).toBe(0)
    expect(pointsTakenBack(bill(1191), 54, paidOn)).toBe(0)
  })

  test('請求と返金をどう並べても、残りは0を下回らず、同じ額の返金で元に戻る', () => {
    fc.assert(
      fc.property(fc.array(yenAmount, { maxLength: 30 }), (totals) => {
        let granted = 0
        for (const total of totals) {
          granted +=
            total > 0
              ? pointsEarned(bill(total), paidOn)
              : -pointsTakenBack(bill(total), granted, paidOn)
          expect(granted).toBeGreaterThanOrEqual(0)
        }
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), (total) => {
        const earned = pointsEarned(bill(total), paidOn)
        expect(pointsTakenBack(bill(-total), earned, paidOn)).toBe(earned)
      }),
    )
  })
})

describe('ポイントがつく日', () => {
  test.each([
    ['2026-11-20T09:59:59+09:00', '2026-10-20T10:00:00+09:00', '2026-11-20'],
    ['2026-11-20T10:00:00+09:00', '2026-11-20T10:00:00+09:00', '2026-12-20'],
    ['2026-12-31T23:59:59+09:00', '2026-12-20T10:00:00+09:00', '2027-01-20'],
    ['2027-01-01T00:00:00+09:00', '2026-12-20T10:00:00+09:00', '2027-01-20'],
  ])('%s の前回は %s、次は %s', (now, last, next) => {
    expect(formatRfc3339(lastGrantMoment(instant(now)))).toBe(last)
    expect(nextGrantOn(instant(now))).toBe(next)
  })

  test('付与は毎月20日の10時、3回目の引き落としの後', () => {
    expect(formatRfc3339(grantMoment(tokyoMonth('2027-02')))).toBe('2027-02-20T10:00:00+09:00')
  })

  test('連携と同意がそろった月に支払った請求から、ポイントがつく', () => {
    const [early, late] = [
      instant('2026-11-22T10:00:00+09:00'),
      instant('2026-12-31T23:30:00+09:00'),
    ]
    expect(formatRfc3339(earnsFrom(early, early))).toBe('2026-11-01T00:00:00+09:00')
    expect(formatRfc3339(earnsFrom(early, late))).toBe('2026-12-01T00:00:00+09:00')
    expect(formatRfc3339(earnsFrom(late, early))).toBe('2026-12-01T00:00:00+09:00')
  })
})
