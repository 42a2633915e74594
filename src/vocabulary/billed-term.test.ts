import { expect, test } from 'vitest'
import { billedTerm } from './billed-term.ts'

test('消費税の対象外の料金を含む合計には、税込と書かない', () => {
  expect(billedTerm({ outOfScopeYen: 0 })).toBe('ご請求金額（税込）')
  expect(billedTerm({ outOfScopeYen: 99 })).toBe('ご請求金額')
})
