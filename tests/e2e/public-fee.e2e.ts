import type { Page } from '@playwright/test'
import { expect, open, phone, test } from './fixtures.ts'

test.use(phone)

/** By a link of the page's text, as an editor would have written it. */
async function followToAbroad(page: Page) {
  await page.locator('main').evaluate((main) => {
    const words = main.querySelector('#static-contents .prose')
    words?.insertAdjacentHTML('afterbegin', '<a id="way" href="/fee#abroad">x</a>')
  })
  await page.locator('#way').click()
  await expect(page.getByRole('table', { name: /^海外への通話料/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: '海外への通話料' })).toBeInViewport()
  await expect(page.getByRole('table', { name: /^SMSの送信料/ })).toBeHidden()
}

test('番地のある料金プランを開くと、その表が開いていて、閉じれば6,000px以内に収まり、/beginner から「海外への通話料」へのリンクを押すと、その表が開く', async ({
  page,
}) => {
  await open(page, '/fee#sms')
  const table = page.getByRole('table', { name: /^SMSの送信料/ })
  await expect(table).toBeVisible()
  await page.locator('main details[open] > summary').click()
  await expect(table).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeLessThanOrEqual(6_000)

  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/beginner"]')?.click())
  await expect(page).toHaveURL('/beginner')
  await expect(page.locator('#questions')).toBeVisible()
  await followToAbroad(page)
})

test(
  '/fee から「海外への通話料」へのリンクを押すと、その表が開く',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/fee')
    await followToAbroad(page)
  },
)
