import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  datesFrom,
  dayOfMonth,
  dayOfWeek,
  daysBetween,
  endOfDay,
  endOfMonth,
  formatRfc3339,
  instant,
  isTokyoDate,
  isTokyoMonth,
  monthsAfter,
  monthsBefore,
  monthsBetween,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  tokyoDate,
  tokyoMonth,
} from './tokyo.ts'

describe('日本の暦', () => {
  test('サーバーの時差が何であれ、時刻は日本の日付に入る', () => {
    expect(toTokyoDate(instant('2026-11-30T14:59:59.999Z'))).toBe('2026-11-30')
    expect(toTokyoDate(instant('2026-11-30T15:00:00Z'))).toBe('2026-12-01')
    expect(toTokyoMonth(instant('2026-12-31T15:00:00Z'))).toBe('2027-01')
  })

  test('1日は、日本の0時から24時まで', () => {
    expect(formatRfc3339(startOfDay(tokyoDate('2026-03-01')))).toBe('2026-03-01T00:00:00+09:00')
    expect(endOfDay(tokyoDate('2026-02-28')).toString()).toBe('2026-02-28T15:00:00Z')
  })

  test('月は自分の末日に終わる。2月29日も年末も', () => {
    expect(endOfMonth(tokyoMonth('2028-02'))).toBe('2028-02-29')
    expect(endOfMonth(tokyoMonth('2026-02'))).toBe('2026-02-28')
    expect(addMonths(tokyoMonth('2026-12'), 1)).toBe('2027-01')
    expect(addDays(tokyoDate('2028-02-28'), 1)).toBe('2028-02-29')
    expect(startOfMonth(tokyoMonth('2026-02'))).toBe('2026-02-01')
  })

  test('2026年11月20日は金曜日', () => {
    expect(dayOfWeek(tokyoDate('2026-11-20'))).toBe(5)
  })

  test('暦にない日付は断る', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '20261120', '', '2026-11-20T00:00'])
      expect(isTokyoDate(text)).toBe(false)
    expect(isTokyoMonth('2026-00')).toBe(false)
    expect(() => tokyoDate('2026-02-30')).toThrow(RangeError)
  })

  test('数で計算しても、どの日も月も暦と同じになる', () => {
    const day = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2200-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, fc.integer({ min: -60_000, max: 60_000 }), (at, more) => {
        const date = Temporal.PlainDate.from(at.toISOString().slice(0, 10))
        const text = tokyoDate(date.toString())
        const month = date.toPlainYearMonth()
        const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime())
        expect(addDays(text, more)).toBe(date.add({ days: more }).toString())
        expect(daysBetween(text, addDays(text, more))).toBe(more)
        expect([dayOfMonth(text), dayOfWeek(text)]).toEqual([date.day, date.dayOfWeek])
        // Of -30,000 the rest is -0.
        const months = (more % 1200) + 0
        expect(addMonths(tokyoMonth(month.toString()), months)).toBe(
          month.add({ months }).toString(),
        )
        expect(
          monthsBetween(
            tokyoMonth(month.toString()),
            addMonths(tokyoMonth(month.toString()), months),
          ),
        ).toBe(months)
        expect(toTokyoDate(moment)).toBe(
          moment.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString(),
        )
      }),
    )
  })

  const dates = fc
    .integer({ min: 0, max: 20_000 })
    .map((days) => addDays(tokyoDate('2000-01-01'), days))

  test('足した日数と数えた日数は合い、順番は暦の順番になる', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -800, max: 800 }), (date, days) => {
        const other = addDays(date, days)
        expect(daysBetween(date, other)).toBe(days)
        expect(Math.sign(other.localeCompare(date))).toBe(Math.sign(days))
        expect(toTokyoDate(startOfDay(date))).toBe(date)
        expect(isTokyoDate(other)).toBe(true)
      }),
    )
  })

  test('何か月後は同じ日か短い月の末日、何か月前は同じ時刻になる', () => {
    expect(monthsAfter(tokyoDate('2026-11-20'), 3)).toBe('2027-02-20')
    expect(monthsAfter(tokyoDate('2026-11-30'), 3)).toBe('2027-02-28')
    expect(monthsAfter(tokyoDate('2028-02-29'), 12)).toBe('2029-02-28')
    expect(formatRfc3339(monthsBefore(instant('2027-03-31T08:00:00+09:00'), 1))).toBe(
      '2027-02-28T08:00:00+09:00',
    )
  })

  test('範囲は両端を含み、逆向きなら何も含まない', () => {
    expect(datesFrom(tokyoDate('2026-12-31'), tokyoDate('2027-01-01'))).toEqual([
      '2026-12-31',
      '2027-01-01',
    ])
    expect(datesFrom(tokyoDate('2027-01-01'), tokyoDate('2026-12-31'))).toEqual([])
  })
})
