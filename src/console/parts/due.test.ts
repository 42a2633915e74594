import { describe, expect, test } from 'vitest'
import { dueBy, dueWords, formatAge, formatDue, formatMinutes, shareLeft } from './due.ts'

describe('残りの時間は、業務の言葉で読める', () => {
  test.each([
    [42, '42分'],
    [-42, '42分'],
    [60, '1時間'],
    [78, '1時間18分'],
    [0, '0分'],
    [-5322, '3日'],
  ])('%d分は「%s」', (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words)
  })

  test.each([
    ['2026-11-24T12:00:00+09:00', 'きょう12:00'],
    ['2026-11-25T18:00:00+09:00', 'あす18:00'],
    ['2026-11-26T09:00:00+09:00', '11/26（木）9:00'],
    // 0:30 in Japan is still the day before in UTC.
    ['2026-11-24T15:30:00Z', 'あす0:30'],
  ])('%sは「%s」', (instant, words) => {
    expect(formatDue(instant, '2026-11-24')).toBe(words)
  })

  test.each([
    ['2026-11-20T18:00:00+09:00', '3日'],
    ['2026-11-24T07:30:00+09:00', '3時間'],
    ['2026-11-24T10:40:00+09:00', '2分'],
  ])('%sから10:42までは「%s」', (since, words) => {
    expect(formatAge(since, '2026-11-24T10:42:00+09:00')).toBe(words)
  })

  test('超過、今日、返事待ちで言い方が変わる', () => {
    const dueAt = '2026-11-24T12:00:00+09:00'
    const said = (group: 'overdue' | 'today' | 'near' | 'waiting', minutesLeft: number) =>
      dueWords({ group, dueAt, minutesLeft }, '2026-11-24')
    expect([
      said('overdue', -300),
      said('today', 78),
      said('near', 558),
      said('waiting', 10),
    ]).toEqual(['超過 5時間', '1時間18分', 'きょう12:00', '返事待ち'])
  })

  test('輪は、残りが多いほど長く、長くても1周まで', () => {
    expect([shareLeft(480), shareLeft(9999), shareLeft(-5)]).toEqual([0.5, 1, 0.03])
  })

  test.each([
    ['2026-11-24T10:00:00+09:00', 'overdue', -42],
    ['2026-11-24T23:59:00+09:00', 'today', 797],
    ['2026-11-25T00:00:00+09:00', 'later', 798],
  ])('10:42に見た期限%sは「%s」', (dueAt, group, minutesLeft) => {
    const now = '2026-11-24T10:42:00+09:00'
    expect(dueBy(dueAt, now, '2026-11-24')).toEqual({ group, dueAt, minutesLeft })
  })
})
