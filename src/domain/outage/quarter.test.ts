import { expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import { quarterGrounds, quarterNamed } from './quarter.ts'

const beganAt = instant('2026-11-20T10:00:00+09:00')

test.each([
  [29_999, 119, []],
  [30_000, 1, ['lines']],
  [1, 120, ['hours']],
  [30_000, 120, ['lines', 'hours']],
  [0, 600, []],
])('%d回線・%d分の事故が、四半期の報告に入る理由は %j', (lines, minutes, grounds) => {
  expect(quarterGrounds(beganAt, { lines, minutes })).toEqual(grounds)
})

test('四半期は日本の暦の1月・4月・7月・10月に始まる', () => {
  expect(quarterNamed('2026-Q4')).toEqual({
    from: instant('2026-10-01T00:00:00+09:00'),
    to: instant('2027-01-01T00:00:00+09:00'),
  })
  expect(quarterNamed('2027-Q1')?.from).toEqual(instant('2027-01-01T00:00:00+09:00'))
  for (const wrong of ['2026-Q5', '2026-4', 'Q4', '']) expect(quarterNamed(wrong)).toBeUndefined()
})
