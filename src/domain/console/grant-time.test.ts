import { expect, test } from 'vitest'
import { grantEnd } from './grant-time.ts'

const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}:00+09:00`)

test('記録は最後の操作から30分、長くても2時間で閉じる', () => {
  expect(grantEnd(at('10:00'), at('10:00'))).toEqual(at('10:30'))
  expect(grantEnd(at('10:00'), at('11:29'))).toEqual(at('11:59'))
  expect(grantEnd(at('10:00'), at('11:45'))).toEqual(at('12:00'))
})
