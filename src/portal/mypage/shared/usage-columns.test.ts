import { expect, test } from 'vitest'
import { usageApi } from '#protocol/usage.ts'
import { dailyLimitBytes, dayColumns, monthAt, monthColumns } from './usage-columns.ts'

const unused = { highSpeedBytes: 0, lowSpeedBytes: 0, grantedBytes: 0, provisional: false }

test('月末まで足りる1日の量は、残りを、今日の残り時間も入れた日数で割る', () => {
  expect(dailyLimitBytes(4_050_000_000, '2026-11-22T14:24:00+09:00')).toBe(482_142_857)
  expect(dailyLimitBytes(0, '2026-11-22T14:24:00+09:00')).toBeUndefined()
})

test('月の日数と過ぎた日数は、日本の時刻で数える', () => {
  expect(monthAt('2026-11-22T14:24:00+09:00')).toEqual({ days: 30, over: 21.6 })
  expect(monthAt('2026-11-30T15:00:00Z')).toEqual({ days: 31, over: 0 })
})

test('12月から始まる13か月の図では、年の数字は重ならない：はじめの12月には年を書かない', () => {
  const yearsFrom = (first: string) => {
    const months = Array.from({ length: 13 }, (_, n) => ({
      ...unused,
      month: Temporal.PlainYearMonth.from(first).add({ months: n }).toString(),
    }))
    const usage = usageApi.statusUsageGet.result.parse({
      today: { ...unused, date: '2026-12-03' },
      thisMonth: months.at(-1),
      days: [],
      months,
      lines: [],
      asOf: '2026-12-03T10:00:00+09:00',
    })
    return monthColumns(usage, { lines: [], names: [] }, undefined).map(({ year }) => year ?? '')
  }
  expect(yearsFrom('2025-12').filter(Boolean)).toEqual(['2026'])
  expect(yearsFrom('2025-11').filter(Boolean)).toEqual(['2025', '2026'])
})

test('31日の図は今日で終わり、終わったご契約ではその最後の日で終わる', () => {
  const lastAxis = (provisional: boolean) => {
    const last = { ...unused, date: '2026-10-31', provisional }
    const usage = usageApi.statusUsageGet.result.parse({
      today: last,
      thisMonth: { ...unused, month: '2026-10' },
      days: [last],
      months: [],
      lines: [],
      asOf: '2026-10-31T10:00:00+09:00',
    })
    return dayColumns(usage, { lines: [], names: [] }).at(-1)?.axis
  }
  expect(lastAxis(true)).toBe('今日')
  expect(lastAxis(false)).toBe('10/31')
})
