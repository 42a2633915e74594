import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  formatRfc3339,
  instant,
  isBefore,
  toTokyoMonth,
  tokyoDate,
  tokyoMonth,
  type Instant,
} from '../tokyo.ts'
import { cancellationTiming } from '../cancellation/timing.ts'
import { joinTiming, leaveTiming } from '../option/timing.ts'
import { planSizeTiming } from '../plan-size/timing.ts'
import type { Timing } from './cut-off.ts'
import { initialCancellationClock } from '../cancellation/initial-cancellation.ts'
import { isMnpNumber, mnpValidity } from './mnp-number.ts'
import { paymentSchedule } from './payment-schedule.ts'

const shown = (at: Instant | undefined) =>
  at === undefined ? undefined : formatRfc3339(at).slice(0, 16)
const timing = (timingOf: (at: Instant) => Timing, at: string) => {
  const { effectiveOn, closesAt, undoUntil, cutOffPassed } = timingOf(instant(`${at}+09:00`))
  return [effectiveOn, shown(closesAt), shown(undoUntil), cutOffPassed]
}

describe('データ容量の変更', () => {
  test.each([
    ['2026-11-01T00:00:00', '2026-12-01', '2026-11-29T12:00', false],
    ['2026-11-29T11:59:59', '2026-12-01', '2026-11-29T12:00', false],
    ['2026-11-29T12:00:00', '2027-01-01', '2026-12-30T12:00', true],
    ['2026-11-30T23:59:59', '2027-01-01', '2026-12-30T12:00', true],
    ['2026-12-01T00:00:00', '2027-01-01', '2026-12-30T12:00', false],
    ['2026-12-31T23:59:59', '2027-02-01', '2027-01-30T12:00', true],
    ['2028-02-28T11:59:59', '2028-03-01', '2028-02-28T12:00', false],
    ['2028-02-29T23:59:59', '2028-04-01', '2028-03-30T12:00', true],
    ['2027-02-27T12:00:00', '2027-04-01', '2027-03-30T12:00', true],
  ])('%s に予約すると %s から', (at, effectiveOn, closesAt, passed) => {
    expect(timing(planSizeTiming, at)).toEqual([effectiveOn, closesAt, closesAt, passed])
  })
})

describe('解約', () => {
  test.each([
    ['2026-11-29T11:59:59', '2026-11-30', '2026-11-30T00:00', false],
    ['2026-11-29T12:00:00', '2026-12-31', '2026-12-31T00:00', true],
    ['2026-12-31T23:59:59', '2027-01-31', '2027-01-31T00:00', true],
    ['2028-02-01T00:00:00', '2028-02-29', '2028-02-29T00:00', false],
  ])('%s に申し込むと %s で終わり、取り消しは %s まで', (at, lastDay, undoUntil, passed) => {
    const [effectiveOn, , undo, cutOffPassed] = timing(cancellationTiming, at)
    expect([effectiveOn, undo, cutOffPassed]).toEqual([lastDay, undoUntil, passed])
  })
})

describe('オプション', () => {
  test('加入はすぐに、解約は月末24時に効く', () => {
    expect(timing(joinTiming, '2026-11-20T10:00:00')).toEqual([
      '2026-11-20',
      undefined,
      undefined,
      false,
    ])
    expect(timing(leaveTiming, '2026-11-30T23:59:59')).toEqual([
      '2026-11-30',
      '2026-12-01T00:00',
      '2026-12-01T00:00',
      false,
    ])
    expect(timing(leaveTiming, '2026-12-01T00:00:00')[0]).toBe('2026-12-31')
  })
})

test('どの時刻でも、予約の締め切りはいまより後で、適用は2か月以内になる', () => {
  const timings = [planSizeTiming, cancellationTiming, joinTiming, leaveTiming]
  const moment = fc
    .integer({ min: 0, max: 6 * 366 * 24 * 60 })
    .map((minutes) => instant('2024-01-01T00:00:00Z').add({ minutes }))
  fc.assert(
    fc.property(moment, fc.constantFrom(...timings), (at, timingOf) => {
      const { closesAt, effectiveAt, effectiveOn, undoUntil } = timingOf(at)
      if (closesAt !== undefined) expect(isBefore(at, closesAt)).toBe(true)
      if (undoUntil !== undefined) expect(isBefore(effectiveAt, undoUntil)).toBe(false)
      expect(isBefore(effectiveAt, at)).toBe(false)
      expect(effectiveOn.slice(0, 7) <= addMonths(toTokyoMonth(at), 2)).toBe(true)
    }),
  )
})

describe('初期契約解除', () => {
  test('受け取った日を1日目として8日間。利用開始が遅ければその日から', () => {
    const clock = initialCancellationClock(tokyoDate('2026-11-20'), tokyoDate('2026-11-18'))
    expect([clock.firstDay, clock.lastDay, shown(clock.closesAt)]).toEqual([
      '2026-11-20',
      '2026-11-27',
      '2026-11-28T00:00',
    ])
    expect(initialCancellationClock(tokyoDate('2026-12-20'), tokyoDate('2026-12-26')).lastDay).toBe(
      '2027-01-02',
    )
  })
})

describe('MNP予約番号', () => {
  test('発行日を含めて15日間有効で、新しい番号は有効期限の翌々日から', () => {
    expect(mnpValidity(tokyoDate('2026-12-20'))).toMatchObject({
      expiresOn: '2027-01-03',
      renewableOn: '2027-01-05',
    })
    expect(shown(mnpValidity(tokyoDate('2026-12-20')).expiresAt)).toBe('2027-01-04T00:00')
  })

  test('10桁である', () => {
    expect([
      isMnpNumber('1234567890'),
      isMnpNumber('123456789'),
      isMnpNumber('12-345-67890'),
    ]).toEqual([true, false, false])
  })
})

describe('日付で決まるお金', () => {
  test('未払いは、7日に請求し、3日後と6日後にやり直し、止める', () => {
    expect(paymentSchedule(tokyoMonth('2026-12'))).toEqual({
      closesOn: '2027-01-01',
      chargeOn: '2027-01-07',
      retriesOn: ['2027-01-10', '2027-01-13'],
      suspendOn: '2027-01-31',
    })
  })
})
