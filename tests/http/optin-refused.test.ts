import { expect, test } from 'vitest'
import { attribute, descendants, textOf } from '#server/content/html-tree.ts'
import { logIn } from './portal.ts'

// With script: tests/e2e/public-optin.e2e.ts.
test('同意が断られると、その理由がボタンと同じ書式の中に見えていて、同意は変わらない（スクリプトなし）', async () => {
  const { page } = await logIn('tanaka', '/privacy_policy')
  const refused = await page.press('情報の提供に同意する', { textVersion: '0.9' })
  expect([refused.status, refused.url.hash]).toEqual([409, '#consent'])
  const form = refused.elements.find((one) => one.tagName === 'form')
  const parts = form ? descendants(form) : []
  const alert = parts.find((one) => attribute(one, 'role') === 'alert')
  expect(alert === undefined ? '' : textOf(alert)).toContain('文面が改定されました')
  expect(parts.some((one) => one.tagName === 'button')).toBe(true)
  expect(refused.text).toContain('現在、同意していません。')
})
