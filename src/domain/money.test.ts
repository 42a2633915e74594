import { describe, expect, test } from 'vitest'
import { bytes, gigabytes, megabytes } from './bytes.ts'
import { publishedPrices, taxIncluded } from './catalogue/price-book.ts'
import { floorDivide, floorToYen, tenthsYen, yen } from './money.ts'
import { tokyoDate } from './tokyo.ts'

describe('money', () => {
  test('1,080円（税抜）は1,188円（税込）', () => {
    expect(taxIncluded(publishedPrices, yen(1080), tokyoDate('2026-11-20'))).toBe(1188)
  })

  test('what is below one yen is dropped, never rounded up', () => {
    expect(taxIncluded(publishedPrices, yen(1089), tokyoDate('2026-11-20'))).toBe(1197)
    expect(floorToYen(tenthsYen(99))).toBe(9)
    expect(floorToYen(tenthsYen(-1))).toBe(-1)
  })

  test('the tax rate is that of the date', () => {
    expect(taxIncluded(publishedPrices, yen(1000), tokyoDate('2019-09-30'))).toBe(1080)
    expect(taxIncluded(publishedPrices, yen(1000), tokyoDate('2019-10-01'))).toBe(1100)
  })

  test('division goes down for negative amounts too', () => {
    expect([floorDivide(7, 2), floorDivide(-7, 2), floorDivide(-8, 2)]).toEqual([3, -4, -4])
  })

  test('a fraction of a yen or of a byte cannot be made', () => {
    expect(() => yen(1.5)).toThrow(RangeError)
    expect(() => bytes(0.1)).toThrow(RangeError)
  })

  test('1 GB is 1,000,000,000 bytes and 1 MB a thousandth of it', () => {
    expect(gigabytes(1)).toBe(1_000_000_000)
    expect(gigabytes(0.367)).toBe(megabytes(367))
  })
})
