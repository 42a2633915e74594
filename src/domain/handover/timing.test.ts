import { expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import { handoverNumberLastDay, handoverTiming } from './timing.ts'

test.each([
  ['2026-11-01T00:00:00+09:00', '2026-11-30', '2026-12-01'],
  ['2026-11-29T11:59:59+09:00', '2026-11-30', '2026-12-01'],
  // The cut-off of a cancellation: noon of the day before the month's last.
  ['2026-11-29T12:00:00+09:00', '2026-12-31', '2027-01-01'],
])('%s に申し込みが済むと、%s が最後の日で、%s から受け取る方の回線', (at, last, first) => {
  const { lastDay, firstDay, at: rolloverAt } = handoverTiming(instant(at))
  expect([lastDay, firstDay]).toEqual([last, first])
  expect(rolloverAt.equals(instant(`${first}T00:00:00+09:00`))).toBe(true)
})

test('譲渡番号は、発行の日を含めて14日間', () => {
  expect(handoverNumberLastDay(instant('2026-11-20T23:59:59+09:00'))).toBe('2026-12-03')
})
