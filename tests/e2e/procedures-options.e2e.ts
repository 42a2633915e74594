import { expect, logIn, test } from './fixtures.ts'
import { heading, looksRight, looksRightToo, press } from './procedures-screen.ts'

const list = '/mypage/option.html'

test.describe.configure({ timeout: 180_000 })
// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

test('転送先とフィルタリングは、先に聞かれる', { tag: '@looks' }, async ({ page }) => {
  await logIn(page, 'sato', list)
  await page.getByRole('link', { name: /^申し込む\s*：転送電話/ }).click()
  await looksRight(page, 'option-forwarding')
  await page.getByLabel('転送先の電話番号').fill('0570000000')
  await press(page, '内容を確認する')
  await expect(page.getByRole('link', { name: /転送先に登録できません/ })).toBeVisible()
  await page.goto(list)
  await page.getByRole('link', { name: /^申し込む\s*：フィルタリング/ }).click()
  await looksRightToo(page, 'option-filtering')
  await page.getByRole('checkbox').check()
  await press(page, '内容を確認する')
  await expect(heading(page, 'オプションの確認')).toBeVisible()
})
