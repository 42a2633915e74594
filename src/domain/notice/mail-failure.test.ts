import { describe, expect, test } from 'vitest'
import { instant } from '../tokyo.ts'
import { failureOf, returnKindOf } from './mail-failure.ts'

const now = instant('2026-11-20T10:00:00+09:00')
const daysAgo = (days: number) => now.subtract({ hours: 24 * days })
const unreachable = (days: number) => ({ kind: 'unreachable' as const, at: daysAgo(days) })

describe('届かないメールアドレスの判断', () => {
  test.each([
    ['5.1.1', 'unknown'],
    ['5.1.2', 'unknown'],
    ['5.1.10', 'unknown'],
    ['5.2.1', 'unknown'],
    ['5.4.4', 'unknown'],
    ['5.2.2', 'unreachable'],
    ['4.2.2', 'unreachable'],
    ['4.4.1', 'unreachable'],
    ['5.4.7', 'unreachable'],
    ['5.7.1', 'refused'],
    ['5.1.7', 'refused'],
    ['5.3.4', 'refused'],
    ['5.0.0', 'refused'],
  ])('状態コード%sは%sと読む', (status, kind) => {
    expect(returnKindOf(status)).toBe(kind)
  })

  test('宛先が見つからないとの返送と、迷惑メールとの報告は、1通で届かないとみなす', () => {
    expect(failureOf([{ kind: 'unknown', at: daysAgo(400) }], now)).toBe('unknown')
    expect(failureOf([{ kind: 'complaint', at: now }], now)).toBe('complaint')
  })

  test('受信できない状態は、30日のうちに3通で届かないとみなす', () => {
    expect(failureOf([unreachable(0), unreachable(1)], now)).toBeUndefined()
    expect(failureOf([unreachable(0), unreachable(1), unreachable(30)], now)).toBe('unreachable')
    expect(failureOf([unreachable(0), unreachable(1), unreachable(31)], now)).toBeUndefined()
  })

  test('受信側の方針による拒否と、読み取れない返送は、何通あってもアドレスのせいにしない', () => {
    const refused = Array.from({ length: 9 }, () => ({ kind: 'refused' as const, at: now }))
    const unread = Array.from({ length: 9 }, () => ({ kind: 'unread' as const, at: now }))
    expect(failureOf([...refused, ...unread], now)).toBeUndefined()
  })
})
