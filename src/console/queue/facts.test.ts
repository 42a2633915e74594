import { expect, test } from 'vitest'
import { factLine } from './facts.ts'

test('金額、月、手続き、回数は、読める言葉になる', () => {
  expect(factLine({ item: 'bill-unpaid', facts: { yen: 3462, month: '2026-10' } })).toBe(
    '月 2026年10月・金額 3,462円',
  )
  const order = { operation: 'simReissue', state: 'id_check', expectedOn: '2026-11-27' }
  expect(factLine({ item: 'order-overdue', facts: order })).toBe(
    '手続き SIMのサイズ変更・再発行・状態 本人確認待ち・予定日 11/27（金）',
  )
})

test('符号は、件ごとの言葉になる', () => {
  const identity = { attempts: 2, fields: ['address', 'name', 'document'] }
  expect(factLine({ item: 'identity-by-hand', facts: identity })).toBe(
    '相違項目 住所、氏名、書類の種類と番号・試行 2回目',
  )
  expect(factLine({ item: 'bill-unpaid', facts: { state: 'final_notice' } })).toBe(
    '状態 未払い（最終のお知らせ）',
  )
  expect(factLine({ item: 'mail-not-sent', facts: { channel: 'sms', state: 'failed' } })).toBe(
    '状態 送れませんでした・経路 SMS',
  )
  expect(factLine({ item: 'application-in-review', facts: { doubt: 'namesake' } })).toBe(
    '理由 同じ読み・同じ生年月日の会員がいる',
  )
})

test('相手の言葉のままのものは、そのまま出す', () => {
  expect(factLine({ item: 'handover-refused-by-carrier', facts: { reason: 'no such line' } })).toBe(
    '理由 no such line',
  )
})
