import type { Page } from '@playwright/test'
import { expect, open, phone, test } from './fixtures.ts'

const HEADER_PX = 49

const topOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((element) => element.getBoundingClientRect().top)

// Each walk stays at one of the widths.
for (const { name, device, toc, back } of [
  { name: 'デスクトップ', device: {}, toc: ['@long'], back: [] },
  { name: 'スマートフォン', device: phone, toc: [], back: ['@long'] },
])
  test.describe(name, () => {
    test.use(device)

    test('料金の目次は、どれもその見出しへ導く', { tag: toc }, async ({ page }) => {
      await open(page, '/fee')
      const links = page.locator('nav.toc a')
      for (const link of await links.all()) {
        const id = ((await link.getAttribute('href')) ?? '').slice(1)
        await link.evaluate((element: HTMLElement) => element.click())
        await expect(page).toHaveURL(`/fee#${id}`)
        await expect(page.locator(`[id="${id}"]`)).toHaveText((await link.textContent()) ?? '')
        await expect
          .poll(async () => Math.abs((await topOf(page, id)) - HEADER_PX), { message: id })
          .toBeLessThan(2)
      }
    })

    test('目次から移ったあと戻ると、見ていた位置に戻る', { tag: back }, async ({ page }) => {
      await open(page, '/fee')
      await page.evaluate(() => scrollTo(0, 120))
      await page.locator('nav.toc a[href="#options"]').click()
      await expect(page).toHaveURL('/fee#options')
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
      await page.goBack()
      await expect(page).toHaveURL('/fee')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
      await page.goForward()
      await expect(page).toHaveURL('/fee#options')
      await expect
        .poll(async () => Math.abs((await topOf(page, 'options')) - HEADER_PX))
        .toBeLessThan(2)
    })
  })
