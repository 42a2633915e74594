import { expect, open, test } from './fixtures.ts'

test('料金のページを印刷すると、どの会社のいつのものかがわかり、空の欄は刷らず、折りたたんだ表も刷る。暗い画面では、提供元のメニューと案内も暗い', async ({
  page,
}) => {
  await open(page, '/fee?gb=20&lines=1&kind=voice')
  const head = page.locator('main > .print-header')
  await expect(head).toBeHidden()

  await test.step('印刷', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(head).toBeVisible()
    await expect(head).toContainText('ひびきモバイル')
    await expect(head).toContainText(/\d{4}年\d{1,2}月\d{1,2}日.*現在/)
    const fields = page.locator('main :is(input, select, button)')
    await expect(fields).not.toHaveCount(0)
    await expect(fields.filter({ visible: true })).toHaveCount(0)
    // What was reckoned is on the paper, with its parts.
    await expect(page.locator('#simulation .amount--figure')).toBeVisible()
    await expect(page.getByRole('table', { name: '毎月の料金' })).toBeVisible()
    await expect(page.getByRole('table', { name: '毎月の料金' })).toContainText('20GB')
    for (const name of [/^海外への通話料/, /^SMSの送信料/, /^法令にもとづき/])
      await expect(page.getByRole('table', { name })).toBeVisible()
  })

  await test.step('暗い画面', async () => {
    await page.emulateMedia({ media: null, colorScheme: 'dark' })
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
