import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { perMille } from './queries/line-group.ts'

describe('シェアの割合', () => {
  test.each([
    [
      [1, 1, 1],
      [334, 333, 333],
    ],
    [
      [2, 1],
      [667, 333],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [999_999_999_999, 1],
      [1000, 0],
    ],
    [[], []],
  ])('%j → %j', (parts, expected) => {
    expect(perMille(parts)).toEqual(expected)
  })

  test('何回線で、どれだけ使っても、あわせてちょうど1000‰で、どの回線も1‰と違わない', () => {
    const use = fc.array(fc.integer({ min: 0, max: 5_000_000_000_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(use, (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0)
        const shares = perMille(parts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : 1000)
        for (const [index, share] of shares.entries())
          if (whole > 0)
            expect(Math.abs(share - ((parts[index] ?? 0) / whole) * 1000)).toBeLessThan(1.001)
      }),
    )
  })
})
