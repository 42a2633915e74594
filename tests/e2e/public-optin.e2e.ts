import { expect, logIn, test } from './fixtures.ts'

// A narrow window of a desktop: the application loads the phone's text after the answer has come.
test.use({ viewport: { width: 375, height: 700 }, expectedConsole: /409/ })

// Without script: tests/http/optin-refused.test.ts.
test('同意のページへサイトの中から移っても、いまの同意が見え、断られると、その理由がボタンのそばに見えている', async ({
  page,
}) => {
  await logIn(page, 'tanaka', '/pointback_transition')
  await page.getByRole('link', { name: '情報提供の同意に進む' }).click()
  await expect(page.getByText('現在、同意していません。')).toBeVisible()
  // At once: the application gives a field back the value it was rendered with when it draws the page anew.
  await page.locator('input[name=textVersion]').evaluate((field: HTMLInputElement) => {
    field.value = '0.9'
    field.form?.querySelector('button')?.click()
  })
  const why = page.getByRole('alert')
  await expect(why).toContainText('文面が改定されました')
  await expect(why).toBeInViewport()
  await expect(page.getByText('現在、同意していません。')).toBeVisible()
})
