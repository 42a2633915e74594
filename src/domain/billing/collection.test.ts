import { expect, test } from 'vitest'
import { chargeDayOf } from '../policy/payment-schedule.ts'
import { formatRfc3339, instant, tokyoDate, tokyoMonth } from '../tokyo.ts'
import { collectionCourse, resumesAfterPayment } from './collection.ts'

const october = tokyoDate('2026-11-07')
const course = (...of: Parameters<typeof collectionCourse>) => {
  const { chargesAt, lastDay, ...moments } = collectionCourse(...of)
  const shown = Object.entries(moments).map(([name, at]) => [name, formatRfc3339(at)])
  return { chargesAt: chargesAt.map(formatRfc3339), lastDay, ...Object.fromEntries(shown) }
}

test('10月分：7日・10日・13日の10時、7日前の催促、末日23時に停止、12月1日に最終通知、1月1日0時に解除', () => {
  expect(course(october)).toEqual({
    chargesAt: [
      '2026-11-07T10:00:00+09:00',
      '2026-11-10T10:00:00+09:00',
      '2026-11-13T10:00:00+09:00',
    ],
    remindAt: '2026-11-23T10:00:00+09:00',
    suspendAt: '2026-11-30T23:00:00+09:00',
    finalNoticeAt: '2026-12-01T00:00:00+09:00',
    terminateAt: '2027-01-01T00:00:00+09:00',
    lastDay: '2026-12-31',
  })
})

test('うるう年の1月分は2月29日23時に停止する', () => {
  expect(course(tokyoDate('2028-02-07'))).toMatchObject({
    remindAt: '2028-02-22T10:00:00+09:00',
    suspendAt: '2028-02-29T23:00:00+09:00',
    lastDay: '2028-03-31',
  })
})

test('回答を待って停止が12月2日になれば、最終通知は1月1日、最後の日は1月31日', () => {
  expect(course(october, instant('2026-12-02T11:00:00+09:00'))).toMatchObject({
    finalNoticeAt: '2027-01-01T00:00:00+09:00',
    terminateAt: '2027-02-01T00:00:00+09:00',
    lastDay: '2027-01-31',
  })
})

test('支払えば再開する。ほかの未払いが停止の時刻を過ぎていれば、再開しない', () => {
  const before = instant('2026-11-30T22:59:59+09:00')
  const after = instant('2026-11-30T23:00:00+09:00')
  expect(resumesAfterPayment([], after)).toBe(true)
  expect(resumesAfterPayment([october], before)).toBe(true)
  expect(resumesAfterPayment([october], after)).toBe(false)
})

test('10月分の請求は11月7日に引き落とす。できあがるのが遅れたら、できたあとの最初の7日に', () => {
  const day = (fixedOn: string) => chargeDayOf(tokyoMonth('2026-10'), tokyoDate(fixedOn))
  expect(['2026-11-01', '2026-11-06'].map(day)).toEqual(['2026-11-07', '2026-11-07'])
  expect(['2026-11-07', '2026-12-02', '2026-12-06'].map(day)).toEqual([
    '2026-12-07',
    '2026-12-07',
    '2026-12-07',
  ])
  expect(day('2026-12-07')).toBe('2027-01-07')
})
