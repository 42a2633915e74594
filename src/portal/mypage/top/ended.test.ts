import { expect, test } from 'vitest'
import { isBillToCome, untilWhen } from './ended.tsx'

const next = (totalYen: number) => ({ soFar: { totalYen } })

test('分割払いなどの請求がこのあとにあるあいだは、いまの請求を最後とは言わない', () => {
  expect(isBillToCome(next(5333))).toBe(true)
  expect(isBillToCome(next(-300))).toBe(true)
  expect(isBillToCome(undefined)).toBe(true)
  expect(isBillToCome({ ...next(0), unfixed: {} })).toBe(true)
  expect(isBillToCome(next(0))).toBe(false)
})

test('終わったご契約の分割払いは、あと何回で、いつまでかを言う', () => {
  const left = { remaining: 24, remainingYen: 128_000, monthlyYen: 5333, nextOn: '2026-12-07' }
  expect(untilWhen(left)).toBe('あと24回・毎月5,333円・2028年11月まで')
  expect(untilWhen({ ...left, remaining: 1 })).toBe('あと1回・毎月5,333円・2026年12月まで')
  expect(untilWhen({ ...left, nextOn: undefined })).toBe('あと24回・毎月5,333円')
})
