import { describe, expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import { accidentFigures, type Accident } from './accident.ts'

const beganAt = instant('2026-11-20T10:00:00+09:00')
const after = (minutes: number) => beganAt.add({ minutes })

const voiceDown = (minutes: number, voice: number): Accident => ({
  services: ['voice'],
  beganAt,
  until: after(minutes),
  linesOf: { data: 500_000, sms: 500_000, voice },
})

describe('事故の大きさ', () => {
  test('回線の数に時間を掛け、1つの回線は、止まったサービスがいくつでも1つと数える', () => {
    const accident = { ...voiceDown(90, 40_000), services: ['voice', 'talk'] as const }
    expect(accidentFigures(accident)).toMatchObject({
      lines: 40_000,
      minutes: 90,
      lineHours: 60_000,
    })
  })

  test('緊急通報のできる通話は、3万回線で1時間から重大な事故になる', () => {
    const reached = (minutes: number, lines: number) =>
      accidentFigures(voiceDown(minutes, lines)).thresholds.map(({ isReached }) => isReached)
    expect(reached(59, 30_000)).toEqual([false])
    expect(reached(60, 30_000)).toEqual([true])
    expect(reached(600, 29_999)).toEqual([])
  })

  test('データ通信は、3万回線で2時間、100万回線で1時間から。早いほうが先に並ぶ', () => {
    const { thresholds } = accidentFigures({ ...voiceDown(90, 30_000), services: ['data'] })
    expect(thresholds.map(({ at, isReached, lines }) => [at, isReached, lines])).toEqual([
      [after(60), true, 1_030_000],
      [after(120), false, 1_030_000],
    ])
  })

  test('マイページだけの障害では、どの回線も数えない', () => {
    expect(accidentFigures({ ...voiceDown(600, 900_000), services: ['mypage'] })).toEqual({
      lines: 0,
      minutes: 600,
      lineHours: 0,
      thresholds: [],
    })
  })
})
