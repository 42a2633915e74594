import { expect, test } from 'vitest'
import { factLine } from './facts.ts'

test('金額、月、手続き、回数は、読める言葉になる', () => {
  expect(
    factLine({
      yen: 3462,
      month: '2026-10',
      operation: 'simReissue',
      attempts: 2,
      fields: ['address', 'name'],
    }),
  ).toBe(
    '手続き SIMのサイズ変更・再発行・相違項目 住所、氏名・試行 2回目・月 2026年10月・金額 3,462円',
  )
})

test('相違項目、支払いの状態、届け方も、読める言葉になる', () => {
  expect(factLine({ state: 'final_notice' })).toBe('状態 未払い（最終のお知らせ）')
  expect(factLine({ channel: 'sms', fields: ['birth'] })).toBe('相違項目 生年月日・経路 SMS')
})

test('言葉のない符号は、そのまま出す', () => {
  expect(factLine({ operation: 'somethingNew', state: '' })).toBe('手続き somethingNew')
})
