import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, formatRfc3339, instant, isBefore, tokyoDate } from '../tokyo.ts'
import {
  deskMsBetween,
  deskState,
  deskTimeAfter,
  deskTimeBefore,
  isWorkingDay,
  queueDue,
  ticketHours,
} from './desk-hours.ts'

const isHoliday = (date: string) => ['2026-11-23', '2027-01-01', '2027-01-11'].includes(date)

const due = (from: string, hours: number) =>
  formatRfc3339(deskTimeAfter(instant(from), hours, isHoliday)).slice(0, 16)

describe('窓口の時間は、平日10時から18時だけを数える', () => {
  test.each([
    ['その日のうちに終わる', '2026-11-19T10:00:00+09:00', 8, '2026-11-19T18:00'],
    ['次の日に続く', '2026-11-19T15:00:00+09:00', 8, '2026-11-20T15:00'],
    ['夜の受け付けは、次の朝から', '2026-11-18T22:30:00+09:00', 2, '2026-11-19T12:00'],
    ['朝早い受け付けは、その日の10時から', '2026-11-19T06:00:00+09:00', 2, '2026-11-19T12:00'],
    ['金曜の夕方から、3連休を越える', '2026-11-20T17:00:00+09:00', 2, '2026-11-24T11:00'],
    ['年末年始を越える', '2026-12-28T17:00:00+09:00', 2, '2027-01-04T11:00'],
    ['15分の端数', '2026-11-19T17:50:00+09:00', 0.25, '2026-11-20T10:05'],
  ])('%s', (_, from, hours, expected) => {
    expect(due(from, hours)).toBe(expected)
  })

  test('土日、祝日、12月29日から1月3日は、営業日ではない', () => {
    const from = tokyoDate('2026-12-26')
    const working = Array.from({ length: 18 }, (_, n) => addDays(from, n)).filter((date) =>
      isWorkingDay(date, isHoliday),
    )
    expect(working).toEqual([
      '2026-12-28',
      '2027-01-04',
      '2027-01-05',
      '2027-01-06',
      '2027-01-07',
      '2027-01-08',
      '2027-01-12',
    ])
  })
})

test.each([
  ['開く前', '2026-11-20T09:59:59+09:00', false, '2026-11-20T10:00'],
  ['開いたとき', '2026-11-20T10:00:00+09:00', true, '2026-11-20T18:00'],
  ['閉まったとき、3連休を越える', '2026-11-20T18:00:00+09:00', false, '2026-11-24T10:00'],
])('窓口は、いま開いているか、いつまでかが言える：%s', (_, now, isOpen, until) => {
  const state = deskState(instant(now), isHoliday)
  expect([state.isOpen, formatRfc3339(state.until).slice(0, 16)]).toEqual([isOpen, until])
})

describe('窓口の時間は、どの時刻から数えても辻つまが合う', () => {
  const at = fc
    .integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2027, 2, 1) })
    .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms))
  const hours = fc.integer({ min: 1, max: 60 * 60 }).map((minutes) => minutes / 60)
  const workedHours = (from: Temporal.Instant, to: Temporal.Instant) =>
    deskMsBetween(from, to, isHoliday) / 3_600_000

  test('期限までに過ぎる窓口の時間は、ちょうど約束の時間になる', () => {
    fc.assert(
      fc.property(at, hours, (from, h) => {
        expect(workedHours(from, deskTimeAfter(from, h, isHoliday))).toBeCloseTo(h, 6)
        expect(workedHours(deskTimeBefore(from, h, isHoliday), from)).toBeCloseTo(h, 6)
      }),
    )
  })

  test('先に来たものの期限は、後に来たものより遅くならない', () => {
    fc.assert(
      fc.property(at, at, hours, (a, b, h) => {
        const [first, second] = isBefore(a, b) ? [a, b] : [b, a]
        const of = (from: Temporal.Instant) => deskTimeAfter(from, h, isHoliday).epochMilliseconds
        expect(of(first)).toBeLessThanOrEqual(of(second))
      }),
    )
  })

  test('期限を過ぎたものは、期限の時間だけ前より前に来ていた', () => {
    fc.assert(
      fc.property(at, at, hours, (from, now, h) => {
        const isOver = isBefore(deskTimeAfter(from, h, isHoliday), now)
        // Only what came in at once with the edge may be on either side: the desk was closed between.
        const edge = deskTimeBefore(now, h, isHoliday)
        if (isOver) expect(workedHours(from, now)).toBeGreaterThanOrEqual(h - 1e-6)
        if (isBefore(from, edge)) expect(workedHours(from, now)).toBeGreaterThanOrEqual(h - 1e-6)
        else expect(workedHours(from, now)).toBeLessThanOrEqual(h + 1e-6)
      }),
    )
  })

  test('途中で分けて数えても、合計は変わらない', () => {
    fc.assert(
      fc.property(at, at, at, (...three) => {
        const [a, b, c] = three.toSorted((one, other) => Temporal.Instant.compare(one, other))
        if (a === undefined || b === undefined || c === undefined) return
        expect(deskMsBetween(a, b, isHoliday) + deskMsBetween(b, c, isHoliday)).toBe(
          deskMsBetween(a, c, isHoliday),
        )
      }),
    )
  })
})

test('お問い合わせの期限は、経路と理由のうち短いほうになる', () => {
  const day = tokyoDate('2026-11-20')
  expect(ticketHours({ channel: 'mypage', reason: 'contact' }, day)).toBe(8)
  expect(ticketHours({ channel: 'mypage', reason: 'safety' }, day)).toBe(2)
  expect(ticketHours({ channel: 'ministry', reason: 'legal' }, day)).toBe(4)
  expect(ticketHours({ channel: 'internal', reason: 'review' }, day)).toBe(24)
})

test('受付箱ごとの期限は、来た日の決まりで数える', () => {
  const cameInAt = instant('2026-11-20T17:00:00+09:00')
  expect(formatRfc3339(queueDue('answer', cameInAt, isHoliday))).toBe('2026-11-24T13:00:00+09:00')
})
