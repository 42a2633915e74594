import { expect, test } from 'vitest'
import { tokyoDate, tokyoMonth } from '../tokyo.ts'
import { averageUse } from './average-use.ts'

const used = (month: string, gigabytes: number) => ({
  month: tokyoMonth(month),
  usedBytes: gigabytes * 1_000_000_000,
})
const today = tokyoDate('2026-11-20')

test('直近3か月の平均は、今月とその前の月を数えない', () => {
  const months = [
    used('2026-07', 90),
    used('2026-08', 9),
    used('2026-09', 12),
    used('2026-10', 15),
    used('2026-11', 90),
  ]
  expect(averageUse(months, tokyoDate('2025-10-01'), today)).toEqual({
    months: 3,
    highSpeedBytes: 12_000_000_000,
  })
})

test('利用のない月も1か月として数え、何回線の行があっても月は月', () => {
  const months = [used('2026-10', 3), used('2026-10', 6)]
  expect(averageUse(months, tokyoDate('2025-10-01'), today)).toEqual({
    months: 3,
    highSpeedBytes: 3_000_000_000,
  })
})

test('月の途中に始まった月は数えず、まるひと月になるまで平均はない', () => {
  const months = [used('2026-09', 1), used('2026-10', 8)]
  expect(averageUse(months, tokyoDate('2026-09-02'), today)).toEqual({
    months: 1,
    highSpeedBytes: 8_000_000_000,
  })
  expect(averageUse(months, tokyoDate('2026-10-02'), today)).toBeUndefined()
})
