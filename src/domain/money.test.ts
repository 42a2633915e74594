import { describe, expect, test } from 'vitest'
import { bytes, gigabytes, megabytes } from './bytes.ts'
import { publishedPrices, taxIncluded } from './catalogue/price-book.ts'
import { floorDivide, floorToYen, tenthsYen, yen } from './money.ts'
import { tokyoDate } from './tokyo.ts'

describe('お金', () => {
  test('1,080円（税抜）は1,188円（税込）', () => {
    expect(taxIncluded(publishedPrices, yen(1080), tokyoDate('2026-11-20'))).toBe(1188)
  })

  test('1円未満は切り捨て、切り上げない', () => {
    expect(taxIncluded(publishedPrices, yen(1089), tokyoDate('2026-11-20'))).toBe(1197)
    expect(floorToYen(tenthsYen(99))).toBe(9)
    expect(floorToYen(tenthsYen(-1))).toBe(-1)
  })

  test('税率は、その日のもの', () => {
    expect(taxIncluded(publishedPrices, yen(1000), tokyoDate('2019-09-30'))).toBe(1080)
    expect(taxIncluded(publishedPrices, yen(1000), tokyoDate('2019-10-01'))).toBe(1100)
  })

  test('負の額でも、割り算は下に丸める', () => {
    expect([floorDivide(7, 2), floorDivide(-7, 2), floorDivide(-8, 2)]).toEqual([3, -4, -4])
  })

  test('1円や1バイトの端数は作れない', () => {
    expect(() => yen(1.5)).toThrow(RangeError)
    expect(() => bytes(0.1)).toThrow(RangeError)
  })

  test('1GBは1,000,000,000バイト、1MBはその千分の1', () => {
    expect(gigabytes(1)).toBe(1_000_000_000)
    expect(gigabytes(0.367)).toBe(megabytes(367))
  })
})
