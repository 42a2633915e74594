import { expect, test } from 'vitest'
import { instant } from '#protocol/primitives.ts'
import { stepOf } from './step-of.ts'

const onHoldUntil = instant.parse('2026-12-02T10:00:00+09:00')

test('移行の手順は、確認の代わりに24時間待つあいだも、2つめの「ご本人の確認」のまま', () => {
  expect(stepOf({ state: 'requested', onHoldUntil })).toBe(1)
  expect(stepOf({ state: 'requested', onHoldUntil: undefined })).toBe(2)
  expect(stepOf({ state: 'withdrawn', onHoldUntil: undefined })).toBeUndefined()
})
