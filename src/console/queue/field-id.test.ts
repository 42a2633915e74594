import { expect, test } from 'vitest'
import { fieldIdOf } from './field-id.ts'

const refused = { code: 'VALIDATION_FAILED', message: '' } as const

test('入力の誤りのまとめは、送った欄そのものへ導く。同じ名前の欄がほかにあっても迷わない', () => {
  const decided = { refused, typed: { intent: 'identity.ask' } }
  const proposed = { refused, typed: { intent: 'propose', operation: 'identityApproved' } }
  expect(fieldIdOf(decided, 'reason')).toBe('identity.ask-reason')
  expect(fieldIdOf(proposed, 'reason')).toBe('identityApproved-reason')
  expect(fieldIdOf(proposed, 'number')).toBe('number')
  expect(fieldIdOf(undefined, 'reason')).toBe('reason')
})
