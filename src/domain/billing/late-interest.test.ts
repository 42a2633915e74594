import { describe, expect, test } from 'vitest'
import { tokyoDate } from '../tokyo.ts'
import { lateInterest } from './late-interest.ts'

const october = { chargeOn: tokyoDate('2026-11-07'), instalmentsYen: 0 }

describe('遅延損害金（billing.md 17）', () => {
  test('3,064円を12月10日に支払うと、11月8日からの33日分で40円', () => {
    expect(lateInterest({ ...october, paidYen: 3064, paidOn: tokyoDate('2026-12-10') })).toEqual({
      days: 33,
      yen: 40,
    })
  })

  test.each([
    ['2026-11-07', 0, 0],
    ['2026-11-22', 15, 0],
    ['2026-11-23', 16, 635],
  ])('%s の支払いは %i日、100,000円に %i円', (paidOn, days, interest) => {
    expect(lateInterest({ ...october, paidYen: 100_000, paidOn: tokyoDate(paidOn) })).toEqual({
      days,
      yen: interest,
    })
  })

  test('端末の分割払いの分は法定利率で、合わせて1円未満を1回だけ切り捨てる', () => {
    const paid = { ...october, paidYen: 10_000, instalmentsYen: 4000 }
    // (6,000 × 14.5 % + 4,000 × 3 %) × 33 ÷ 365 = 89.5
    expect(lateInterest({ ...paid, paidOn: tokyoDate('2026-12-10') }).yen).toBe(89)
  })
})
