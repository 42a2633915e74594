import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytes, gigabytes, megabytes } from '../bytes.ts'
import { addDays, datesFrom, dayOfWeek, monthOf, tokyoDate, type TokyoDate } from '../tokyo.ts'
import {
  forecastFrom,
  forecastMonth,
  type DayOfLine,
  type LineAhead,
  type PoolAhead,
} from './forecast.ts'

const today = tokyoDate('2026-11-20')

/** A line that took so many megabytes on each of the sixty days before today. */
const line = (
  of: (date: TokyoDate) => number,
  more: Partial<LineAhead> & { lowMb?: (date: TokyoDate) => number; todayMb?: number } = {},
): LineAhead => ({
  endsOn: more.endsOn,
  days: Array.from({ length: 61 }, (_, n) => addDays(today, n - 60)).map((date) => ({
    date,
    usedBytes: megabytes(date === today ? (more.todayMb ?? 0) : of(date)),
    lowBytes: megabytes(more.lowMb?.(date) ?? 0),
  })),
})

const usedIn = (days: readonly DayOfLine[]) =>
  days
    .filter(({ date }) => monthOf(date) === monthOf(today))
    .reduce((sum, one) => sum + one.usedBytes, 0)

function forecast(lines: readonly LineAhead[], left: number, more: Partial<PoolAhead> = {}) {
  const usedBytes = lines.reduce((sum, one) => sum + usedIn(one.days), 0)
  const made = forecastMonth({ today, usedBytes, remainingBytes: left, lines, ...more })
  if (made === undefined) throw new Error('no forecast')
  return made
}

describe('月末の見込み', () => {
  test('毎日同じだけ使う人は、そのまま続くと見込む。ばらつきがなければ幅もない', () => {
    expect(forecast([line(() => 100)], gigabytes(2))).toEqual({
      expectedBytes: gigabytes(3),
      lowBytes: gigabytes(3),
      highBytes: gigabytes(3),
      shortageBytes: 0,
      emptyEarliestOn: undefined,
      emptyOn: undefined,
      emptyLatestOn: undefined,
    })
  })

  test('なくなる日と、足りなくなる量が分かる', () => {
    expect(forecast([line(() => 100)], megabytes(350))).toMatchObject({
      emptyOn: '2026-11-23',
      shortageBytes: megabytes(750),
    })
  })

  test('足りない量は、どの画面でも同じおよその量: 1GB未満は10MB、1GBからは100MBの単位で切り上げ', () => {
    const missing = (left: number) => forecast([line(() => 100)], left)?.shortageBytes
    expect(missing(megabytes(678) - 1)).toBe(megabytes(430))
    expect(missing(megabytes(40))).toBe(megabytes(1100))
  })

  test('日ごとのばらつきが、なくなる日の幅になる', () => {
    const uneven = line((date) => (Number(date.slice(8)) % 2 === 0 ? 40 : 160))
    const made = forecast([uneven], megabytes(560))
    expect([made.emptyEarliestOn, made.emptyOn, made.emptyLatestOn]).toEqual([
      '2026-11-23',
      '2026-11-25',
      '2026-11-27',
    ])
  })

  test('週末と祝日は、休みの日の使い方で見込む', () => {
    const weekend = line((date) => (dayOfWeek(date) >= 6 ? 400 : 100))
    // 1 to 19 November: 5 weekend days and 14 others; 20 to 30: 4 and 7.
    expect(forecast([weekend], gigabytes(9)).expectedBytes).toBe(megabytes(9 * 400 + 21 * 100))
    const isHoliday = (date: TokyoDate) => date === '2026-11-23'
    expect(forecast([weekend], gigabytes(9), { isHoliday }).expectedBytes).toBe(
      megabytes(10 * 400 + 20 * 100),
    )
  })

  test('きょう使った分を、もう一度は見込まない', () => {
    const some = line(() => 100, { todayMb: 60 })
    expect(forecast([some], gigabytes(2)).expectedBytes).toBe(gigabytes(3))
    const more = line(() => 100, { todayMb: 160 })
    expect(forecast([more], gigabytes(2)).expectedBytes).toBe(megabytes(3060))
  })

  test('新しい日ほど重く見る', () => {
    const grown = line((date) => (date < '2026-11-06' ? 100 : 300))
    const even = (42 * 100 + 14 * 300) / 56
    const ahead = forecast([grown], gigabytes(9)).expectedBytes - usedIn(grown.days)
    expect(ahead / 11).toBeGreaterThan(megabytes(even) * 1.15)
    expect(ahead / 11).toBeLessThan(megabytes(300))
  })

  test('低速だった日は、使わなかった日とは数えない', () => {
    const paused = (date: TokyoDate) => date >= '2026-11-09' && date <= '2026-11-15'
    const pausing = line((date) => (paused(date) ? 0 : 100), {
      lowMb: (date) => (paused(date) ? 5 : 0),
    })
    expect(forecast([pausing], gigabytes(2)).expectedBytes - usedIn(pausing.days)).toBe(
      megabytes(11 * 100),
    )
  })

  test('オフの回線や、もうない回線は、これからの分に入らない', () => {
    const [own, other] = [line(() => 100), line(() => 500)]
    const usedBytes = usedIn(own.days) + usedIn(other.days)
    expect(forecast([own], gigabytes(9), { usedBytes }).expectedBytes).toBe(
      usedBytes + megabytes(11 * 100),
    )
    expect(forecast([], gigabytes(1), { usedBytes })).toMatchObject({
      highBytes: usedBytes,
      emptyEarliestOn: undefined,
    })
  })

  test('解約する回線は、最後の日まで', () => {
    const leaving = line(() => 100, { endsOn: tokyoDate('2026-11-24') })
    expect(forecast([leaving], gigabytes(2)).expectedBytes).toBe(megabytes(24 * 100))
  })

  test('データがないとき、高速で使った日が1週間に満たないときは、何も言わない', () => {
    const pool = { today, usedBytes: 0, remainingBytes: gigabytes(1) }
    expect(forecastMonth({ ...pool, remainingBytes: 0, lines: [line(() => 100)] })).toBeUndefined()
    const fresh = { endsOn: undefined, days: line(() => 100).days.slice(-7) }
    expect(forecastMonth({ ...pool, lines: [line(() => 100), fresh] })).toBeUndefined()
    const slow = line(() => 0, { lowMb: (date) => (date < '2026-11-15' ? 5 : 0) })
    expect(forecastMonth({ ...pool, lines: [slow] })).toBeUndefined()
  })

  test('幅は見込みをはさみ、使った分より少なくはならず、早い日から遅い日の順に並ぶ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2000), { minLength: 61, maxLength: 61 }),
        fc.integer({ min: 1, max: 9000 }),
        (days, left) => {
          const any = line((date) => days[Number(date.slice(8)) + Number(date.slice(5, 7))] ?? 0)
          const made = forecast([any], megabytes(left))
          expect(made.lowBytes).toBeGreaterThanOrEqual(usedIn(any.days))
          expect(made.lowBytes).toBeLessThanOrEqual(made.expectedBytes)
          expect(made.highBytes).toBeGreaterThanOrEqual(made.expectedBytes)
          expect(made.shortageBytes > 0).toBe(made.emptyOn !== undefined)
          const inOrder = [made.emptyEarliestOn, made.emptyOn, made.emptyLatestOn]
          expect(inOrder.map((date) => date ?? '9')).toEqual(
            inOrder.map((date) => date ?? '9').toSorted(),
          )
        },
      ),
    )
  })
})

describe('見込みが出る日', () => {
  /** A line in service since a day, without use. */
  const since = (first: string, more: { endsOn?: string; lowBytes?: number } = {}): LineAhead => ({
    endsOn: more.endsOn === undefined ? undefined : tokyoDate(more.endsOn),
    days: datesFrom(tokyoDate(first), today).map((date) => ({
      date,
      usedBytes: bytes(0),
      lowBytes: bytes(more.lowBytes ?? 0),
    })),
  })
  const fromOf = (lines: readonly LineAhead[], remainingBytes: number = gigabytes(1)) =>
    forecastFrom({ today, usedBytes: 0, remainingBytes, lines })

  test('高速で使えた日が7日そろう日。回線がいくつもあれば、いちばん新しい回線で数える', () => {
    expect(fromOf([since('2026-11-20')])).toBe('2026-11-27')
    expect(fromOf([since('2026-11-01'), since('2026-11-17')])).toBe('2026-11-24')
    expect(fromOf([since('2026-11-14')])).toBe('2026-11-21')
    expect(fromOf([since('2026-11-01', { lowBytes: 1 })])).toBe('2026-11-27')
  })

  test('もう出ているとき、使い切ったとき、その前に回線が終わるときは、言わない', () => {
    expect(fromOf([since('2026-11-13')])).toBeUndefined()
    expect(fromOf([])).toBeUndefined()
    expect(fromOf([since('2026-11-20')], 0)).toBeUndefined()
    expect(fromOf([since('2026-11-20', { endsOn: '2026-11-26' })])).toBeUndefined()
    expect(fromOf([since('2026-11-20', { endsOn: '2026-11-30' })])).toBe('2026-11-27')
  })
})
