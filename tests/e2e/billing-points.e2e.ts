import { expect, logIn, password, test } from './fixtures.ts'

test.describe('スクリプトなしで', () => {
  test.use({ javaScriptEnabled: false })

  // The policy of the page must let the answer of a form lead to the partner: only a browser enforces it.
  test('ポイント提携先にログインして連携し、残高を読み、解除する', async ({ page }) => {
    await logIn(page, 'tanaka', '/mypage/point.html')
    await page.getByRole('button', { name: 'にログインして連携する' }).click()
    await page.getByLabel('ログインID').fill('tanaka')
    await page.getByLabel('パスワード').fill(password)
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('みのりポイントと連携しました。')
    await expect(page.getByLabel('ポイントの残高')).toContainText('1,200ポイント')
    await page.getByRole('button', { name: '連携を解除する' }).click()
    await expect(page.getByRole('status')).toHaveText('みのりポイントとの連携を解除しました。')
  })
})
