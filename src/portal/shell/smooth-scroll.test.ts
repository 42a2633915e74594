import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCROLL_MS, TO_TOP_MS, scrollFrames } from './smooth-scroll.ts'

test('毎秒30コマで、300ミリ秒は9コマ、500ミリ秒は15コマ', () => {
  expect(scrollFrames(0, 900, SCROLL_MS)).toEqual([189, 356, 500, 622, 722, 800, 856, 889, 900])
  expect(scrollFrames(900, 0, TO_TOP_MS)).toHaveLength(15)
})

test('途中で戻らず、ちょうど目的地で終わる', () => {
  const y = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(y, y, (from, to) => {
      const frames = scrollFrames(from, to, SCROLL_MS)
      const sorted = frames.toSorted((a, b) => (from <= to ? a - b : b - a))
      expect(frames).toEqual(sorted)
      expect(frames.at(-1)).toBe(to)
    }),
  )
})
