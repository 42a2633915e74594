import { expect, open, test } from './fixtures.ts'

test.describe('料金のページを印刷すると', () => {
  test('どの会社のいつのものかがわかり、空の欄は刷らない', async ({ page }) => {
    await open(page, '/fee?gb=20&lines=1&kind=voice')
    await page.emulateMedia({ media: 'print' })
    const head = page.locator('main > .print-header')
    await expect(head).toBeVisible()
    await expect(head).toContainText('ひびきモバイル')
    await expect(head).toContainText(/\d{4}年\d{1,2}月\d{1,2}日.*現在/)
    for (const field of await page.locator('main :is(input, select, button)').all())
      await expect(field).toBeHidden()
    // What was reckoned is on the paper, with its parts.
    await expect(page.locator('#simulation .amount--figure')).toBeVisible()
    await expect(page.getByRole('table', { name: '毎月の料金' })).toBeVisible()
    await expect(page.getByRole('table', { name: '毎月の料金' })).toContainText('20GB')
  })

  test('折りたたんだ表も、すべて刷る', async ({ page }) => {
    await open(page, '/fee')
    await page.emulateMedia({ media: 'print' })
    for (const name of [/^海外への通話料/, /^SMSの送信料/, /^法令にもとづき/])
      await expect(page.getByRole('table', { name })).toBeVisible()
  })

  test('画面では、印刷のための見出しは見えない', async ({ page }) => {
    await page.goto('/fee')
    await expect(page.locator('main > .print-header')).toBeHidden()
  })
})

test.describe('暗い画面', () => {
  test.use({ colorScheme: 'dark' })

  test('提供元のメニューと案内も暗い', async ({ page }) => {
    await open(page, '/fee')
    await expect(page.locator('head link[data-navigation]')).toHaveCount(1)
    for (const part of ['header', 'footer']) {
      const strip = page.locator(`[data-provider=${part}] > *`)
      const ground = () =>
        strip.evaluate((element) => {
          const [red = 255, green = 255, blue = 255] = (
            getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
          ).map(Number)
          return Math.max(red, green, blue)
        })
      await expect.poll(ground).toBeLessThan(64)
    }
  })
})
