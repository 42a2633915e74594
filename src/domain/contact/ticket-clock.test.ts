import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deskMsBetween } from '../console/desk-hours.ts'
import { formatRfc3339, instant } from '../tokyo.ts'
import { begunClock, resumedClock, stoppedClock } from './ticket-clock.ts'

const isHoliday = (date: string) => date === '2026-11-23'
const kind = { channel: 'mypage', reason: 'contact' } as const

test('お返事を待つあいだは時計が止まり、お返事が来たら残りから動く', () => {
  const begun = begunClock(kind, instant('2026-11-20T15:00:00+09:00'), isHoliday)
  expect(formatRfc3339(begun.dueAt)).toBe('2026-11-24T15:00:00+09:00')
  const stopped = stoppedClock(begun, instant('2026-11-20T16:00:00+09:00'), isHoliday)
  expect(stopped.leftMs).toBe(7 * 3_600_000)
  const again = instant('2026-11-26T09:00:00+09:00')
  const resumed = resumedClock(stopped, again, isHoliday)
  expect(formatRfc3339(resumed.dueAt)).toBe('2026-11-26T17:00:00+09:00')
  expect(resumed.leftMs).toBeNull()
})

test('期限を過ぎてから止めても、期限は延びない', () => {
  const begun = begunClock(kind, instant('2026-11-16T10:00:00+09:00'), isHoliday)
  const stopped = stoppedClock(begun, instant('2026-11-18T10:00:00+09:00'), isHoliday)
  expect(resumedClock(stopped, instant('2026-11-20T10:00:00+09:00'), isHoliday)).toEqual(begun)
})

test('何度止めても、窓口が使う時間の合計は約束の時間を超えない', () => {
  const step = fc.integer({ min: 1, max: 60 * 24 * 3 })
  fc.assert(
    fc.property(fc.array(fc.tuple(step, step), { maxLength: 6 }), (waits) => {
      let now = instant('2026-11-16T10:00:00+09:00')
      let clock = begunClock(kind, now, isHoliday)
      let workedMs = 0
      for (const [worked, waited] of waits) {
        const stops = now.add({ minutes: worked })
        workedMs += deskMsBetween(now, stops, isHoliday)
        if (workedMs >= 8 * 3_600_000) return
        clock = stoppedClock(clock, stops, isHoliday)
        now = stops.add({ minutes: waited })
        clock = resumedClock(clock, now, isHoliday)
      }
      expect(workedMs + deskMsBetween(now, clock.dueAt, isHoliday)).toBe(8 * 3_600_000)
    }),
  )
})
