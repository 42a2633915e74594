import { describe, expect, onTestFinished, test } from 'vitest'
import { bytes, gigabytes, megabytes } from '../bytes.ts'
import { ruleRows } from '../catalogue/rules.ts'
import { yen } from '../money.ts'
import { addDays, tokyoDate, tokyoMonth } from '../tokyo.ts'
import {
  dueAlerts,
  isUsedUpNotified,
  type MonthSoFar,
  type Threshold,
  usedUpAlert,
} from './alert.ts'
import { threeDayMeter } from './three-day.ts'

const today = tokyoDate('2026-11-20')
const low = (...lastDays: readonly number[]) =>
  new Map(lastDays.map((amount, n) => [addDays(today, n - lastDays.length + 1), megabytes(amount)]))

describe('3日間の規則', () => {
  test('直前3日間の低速通信が366MBを超えると制限される。ちょうど366MBでは制限されない', () => {
    expect(threeDayMeter(low(122, 122, 122, 0), today, false).state).toBe('nearLimit')
    expect(threeDayMeter(low(122, 122, 123, 0), today, false)).toMatchObject({
      state: 'slowed',
      sumBytes: megabytes(367),
      liftsOn: '2026-11-21',
    })
  })

  test('今日は数えないが、知らせは明日を見る', () => {
    expect(threeDayMeter(low(0, 0, 0, 900), today, false)).toMatchObject({
      state: 'nearLimit',
      sumBytes: 0,
      tomorrowBytes: megabytes(900),
      liftsOn: undefined,
    })
  })

  test('70%で警告する', () => {
    expect(threeDayMeter(low(0, 0, 256, 0), today, false).state).toBe('normal')
    expect(threeDayMeter(low(0, 0, 257, 0), today, false).state).toBe('nearLimit')
  })

  test('合計が減る日に、自動で解ける', () => {
    expect(threeDayMeter(low(0, 0, 400, 0), today, false).liftsOn).toBe('2026-11-23')
    expect(threeDayMeter(low(0, 0, 400, 400), today, false).liftsOn).toBe('2026-11-24')
    expect(threeDayMeter(low(400, 0, 0, 0), today, false).liftsOn).toBe('2026-11-21')
  })

  test.each([
    [100, '2026-11-21', low(250, 0, 150, 0), '2026-11-23'],
    [500, '2026-11-22', low(0, 0, 400, 0), '2026-11-22'],
  ])(
    '上限が途中で%iMBに変わるときは、その日からの上限で解ける（%sから）',
    (limit, from, used, lifts) => {
      const [row] = ruleRows.filter(({ key }) => key === 'threeDayLimit')
      if (row === undefined) throw new Error('threeDayLimit')
      ruleRows.push({ ...row, value: limit, validFrom: tokyoDate(from) })
      onTestFinished(() => void ruleRows.pop())
      expect(threeDayMeter(used, today, false)).toMatchObject({
        state: 'slowed',
        limitBytes: megabytes(366),
        liftsOn: lifts,
      })
    },
  )

  test('高速で通信する回線は、すぐに解除される', () => {
    expect(threeDayMeter(low(400, 400, 400, 0), today, true)).toMatchObject({
      state: 'normal',
      liftsOn: undefined,
    })
  })
})

describe('残量のお知らせ', () => {
  const now: MonthSoFar = {
    month: tokyoMonth('2026-11'),
    remainingBytes: gigabytes(1),
    usedBytes: gigabytes(4),
    extraChargesYen: yen(1000),
    newestBucketId: 'base/2026-11',
  }
  const on = (unit: Threshold['unit'], value: number): Threshold => ({ unit, value, enabled: true })
  const notified = new Set<string>()

  test('残りGB、使った割合、料金のどれでも、しきい値に達したら知らせる', () => {
    const reached = [on('remainingBytes', 1e9), on('usedPercent', 80), on('chargesYen', 1000)]
    const short = [on('remainingBytes', 1e9 - 1), on('usedPercent', 81), on('chargesYen', 1001)]
    expect(dueAlerts(reached, now, notified)).toHaveLength(3)
    expect(dueAlerts(short, now, notified)).toEqual([])
  })

  test('知らせは、しきい値と月ごとに1回。翌月はまた知らせる', () => {
    const thresholds = [on('usedPercent', 80), on('usedPercent', 80)]
    const first = dueAlerts(thresholds, now, notified)
    expect(first.map((one) => one.noticeKey)).toEqual(['alert/2026-11/usedPercent/80'])
    const after = new Set(first.map((one) => one.noticeKey))
    expect(dueAlerts(thresholds, now, after)).toEqual([])
    expect(dueAlerts(thresholds, { ...now, month: tokyoMonth('2026-12') }, after)).toHaveLength(1)
  })

  test('使い切ったら一度だけ知らせ、チャージした分も使い切ったらまた知らせる', () => {
    const empty = { ...now, remainingBytes: bytes(0) }
    expect(usedUpAlert(now, notified)).toBeUndefined()
    const first = usedUpAlert(empty, notified)
    expect(first?.noticeKey).toBe('alert/2026-11/usedUp/base/2026-11')
    const after = new Set([first?.noticeKey ?? ''])
    expect(usedUpAlert(empty, after)).toBeUndefined()
    expect(usedUpAlert({ ...empty, newestBucketId: 'topup/D1' }, after)?.noticeKey).toBe(
      'alert/2026-11/usedUp/topup/D1',
    )
    expect(usedUpAlert({ ...empty, newestBucketId: undefined }, notified)).toBeUndefined()
    expect([isUsedUpNotified(now.month, after), isUsedUpNotified(now.month, notified)]).toEqual([
      true,
      false,
    ])
  })

  test('オフのしきい値や、何も入ったことのない容量では知らせない', () => {
    expect(dueAlerts([{ ...on('usedPercent', 1), enabled: false }], now, notified)).toEqual([])
    const nothing = { ...now, remainingBytes: bytes(0), usedBytes: bytes(0) }
    expect(dueAlerts([on('usedPercent', 1)], nothing, notified)).toEqual([])
  })
})
