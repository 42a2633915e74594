import { expect, test } from 'vitest'
import { dailyLimitBytes, monthAt } from './columns.ts'

test('月末まで足りる1日の量は、残りを、今日の残り時間も入れた日数で割る', () => {
  expect(dailyLimitBytes(4_050_000_000, '2026-11-22T14:24:00+09:00')).toBe(482_142_857)
  expect(dailyLimitBytes(0, '2026-11-22T14:24:00+09:00')).toBeUndefined()
})

test('月の日数と過ぎた日数は、日本の時刻で数える', () => {
  expect(monthAt('2026-11-22T14:24:00+09:00')).toEqual({ days: 30, over: 21.6 })
  expect(monthAt('2026-11-30T15:00:00Z')).toEqual({ days: 31, over: 0 })
})
