import { expect, test } from 'vitest'
import { instalmentYen } from './instalments.ts'

test('端末の分割払いは1円未満を切り捨て、残りを初回に足す: 43,780円は1,828円、その後1,824円', () => {
  const all = Array.from({ length: 24 }, (_, n) => instalmentYen(43_780, 24, n + 1))
  expect([all[0], ...new Set(all.slice(1))]).toEqual([1828, 1824])
  expect(all.reduce((sum, one) => sum + one, 0)).toBe(43_780)
})
