import { expect, open, phone, test } from './fixtures.ts'

test.use(phone)

test('料金プランは、スマートフォンで6,000px以内に収まる', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 780 })
  await open(page, '/fee')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(6_000)
})

for (const { from, tag } of [
  { from: '/fee', tag: ['@long'] },
  { from: '/beginner', tag: [] },
])
  test(
    `${from} から「海外への通話料」へのリンクを押すと、その表が開く`,
    { tag },
    async ({ page }) => {
      await open(page, from)
      await page.locator('main').evaluate((main) => {
        const words = main.querySelector('#static-contents .prose')
        words?.insertAdjacentHTML('afterbegin', '<a id="way" href="/fee#abroad">x</a>')
      })
      await page.locator('#way').click()
      await expect(page.getByRole('table', { name: /^海外への通話料/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: '海外への通話料' })).toBeInViewport()
      await expect(page.getByRole('table', { name: /^SMSの送信料/ })).toBeHidden()
    },
  )

test('番地のあるアドレスを開くと、その表が開いている', async ({ page }) => {
  await open(page, '/fee#sms')
  await expect(page.getByRole('table', { name: /^SMSの送信料/ })).toBeVisible()
})
