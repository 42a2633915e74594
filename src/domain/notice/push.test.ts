import { describe, expect, test } from 'vitest'
import { noticeKinds } from '#vocabulary/notice.ts'
import { instant } from '../tokyo.ts'
import { isPushed, quietUntil, usualPushChoice } from './push.ts'

const night = { from: 22, until: 7 }
const at = (time: string) => instant(`2026-11-24T${time}:00+09:00`)

describe('プッシュ通知を送る種類', () => {
  test('何も選んでいない端末には、チャージなどご自分の操作の確かめのほかは、すべて届く', () => {
    expect(noticeKinds.filter((kind) => isPushed(kind, usualPushChoice))).toEqual([
      'procedure',
      'billing',
      'debt',
      'alert',
      'outage',
      'security',
    ])
  })

  test('すべて外しても、セキュリティのお知らせだけは届く', () => {
    expect(noticeKinds.filter((kind) => isPushed(kind, { kinds: [] }))).toEqual(['security'])
  })
})

describe('静かにする時間', () => {
  test.each([
    ['21:59', undefined],
    ['22:00', '2026-11-24T22:00:00Z'],
    ['23:30', '2026-11-24T22:00:00Z'],
    ['00:00', '2026-11-23T22:00:00Z'],
    ['06:59', '2026-11-23T22:00:00Z'],
    ['07:00', undefined],
  ])('22時から7時まで静かにする端末では、%sのお知らせは%sまで待つ', (time, until) => {
    expect(quietUntil('alert', night, at(time))?.toString()).toBe(until)
  })

  test('昼の1時間だけ静かにする端末でも、その終わりまで待つ', () => {
    const noon = { from: 12, until: 13 }
    expect(quietUntil('debt', noon, at('12:30'))?.toString()).toBe('2026-11-24T04:00:00Z')
    expect(quietUntil('debt', noon, at('11:59'))).toBeUndefined()
  })

  test('セキュリティのお知らせは、夜でも待たない', () => {
    expect(quietUntil('security', night, at('03:00'))).toBeUndefined()
  })

  test('静かにする時間を決めていない端末では、いつでも届く', () => {
    expect(quietUntil('alert', undefined, at('03:00'))).toBeUndefined()
  })
})
