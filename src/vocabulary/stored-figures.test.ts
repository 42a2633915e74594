import { describe, expect, test } from 'vitest'
import { isStillReadable } from './stored-figures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const stored = Date.UTC(2026, 10, 24, 3, 5)

describe('端末に残した数字は、14日を過ぎたら読めない', () => {
  test('端末の時計で13日までは読め、13日たったら読めない', () => {
    expect(isStillReadable(stored, stored)).toBe(true)
    expect(isStillReadable(stored, stored + 13 * DAY - 1)).toBe(true)
    expect(isStillReadable(stored, stored + 13 * DAY)).toBe(false)
  })

  test('時計が1日遅れても、本当の14日を過ぎたら読めない', () => {
    const trueAge = 14 * DAY
    expect(isStillReadable(stored, stored + trueAge - DAY)).toBe(false)
  })

  test('時計を1日を超えて戻したら、読めない', () => {
    expect(isStillReadable(stored, stored - DAY + 1)).toBe(true)
    expect(isStillReadable(stored, stored - DAY)).toBe(false)
  })
})
