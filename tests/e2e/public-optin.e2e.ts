import { expect, logIn, running, test } from './fixtures.ts'

test('同意のページへサイトの中から移っても、いまの同意が見える', async ({ page }) => {
  await logIn(page, 'ito', '/pointback_transition')
  await page.getByRole('link', { name: '情報提供の同意に進む' }).click()
  await expect(page.getByText('現在、同意していません。')).toBeVisible()
})

for (const [name, javaScriptEnabled] of [
  ['スクリプトあり', true],
  ['スクリプトなし', false],
] as const)
  test.describe(`断られたとき（${name}）`, () => {
    // A narrow window of a desktop: the application loads the phone's text after the answer has come.
    test.use({ javaScriptEnabled, viewport: { width: 375, height: 700 }, expectedConsole: /409/ })

    test('その理由が、ボタンのそばに見えている', async ({ page }) => {
      await logIn(page, 'tanaka', '/privacy_policy')
      // At once: the application gives a field back the value it was rendered with when it draws the page anew.
      if (javaScriptEnabled) await running(page)
      await page.locator('input[name=textVersion]').evaluate((field: HTMLInputElement) => {
        field.value = '0.9'
        field.form?.querySelector('button')?.click()
      })
      if (javaScriptEnabled) await running(page)
      const why = page.getByRole('alert')
      await expect(why).toContainText('文面が改定されました')
      await expect(why).toBeInViewport()
      await expect(page.getByText('現在、同意していません。')).toBeVisible()
    })
  })
