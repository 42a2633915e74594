import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEid } from './eid.ts'

/** The example of GSMA SGP.29. */
const known = '89049032123451234512345678901235'

/** EIDs of any issuer: the check digits are 98 less the remainder of the other thirty and two zeros. */
const eid = fc
  .stringMatching(/^\d{30}$/)
  .map((digits) => digits + String(98n - (BigInt(`${digits}00`) % 97n)).padStart(2, '0'))

describe('EIDの検査数字', () => {
  test('規格の例は正しく、桁の足りないもの・数字でないものは正しくない', () => {
    expect(isEid(known)).toBe(true)
    expect([isEid(known.slice(1)), isEid(`${known}0`), isEid(known.replace('3', 'X'))]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('1桁の打ち間違いと、隣どうしの入れ替わりは、必ず見つかる', () => {
    fc.assert(
      fc.property(eid, fc.nat(31), fc.integer({ min: 1, max: 9 }), (digits, at, add) => {
        expect(isEid(digits)).toBe(true)
        const other = String((Number(digits[at]) + add) % 10)
        expect(isEid(digits.slice(0, at) + other + digits.slice(at + 1))).toBe(false)
        const [a, b] = [digits[at], digits[at + 1]]
        if (b === undefined || a === b) return
        expect(isEid(digits.slice(0, at) + b + a + digits.slice(at + 2))).toBe(false)
      }),
    )
  })
})
