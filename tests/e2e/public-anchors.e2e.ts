import type { Page } from '@playwright/test'
import { expect, open, phone, test } from './fixtures.ts'

const HEADER_PX = 49

const topOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((element) => element.getBoundingClientRect().top)

// That each entry names the heading it leads to: tests/http/anchors.test.ts.
for (const { name, device, tag } of [
  { name: 'デスクトップ', device: {}, tag: ['@long'] },
  { name: 'スマートフォン', device: phone, tag: [] },
])
  test.describe(name, { tag }, () => {
    test.use(device)

    test('料金の目次は見出しへ導き、戻ると見ていた位置に戻り、たたまれた表の場所にも着く', async ({
      page,
    }) => {
      const expectAt = async (id: string) => {
        await expect(page).toHaveURL(`/fee#${id}`)
        await expect
          .poll(async () => Math.abs((await topOf(page, id)) - HEADER_PX), { message: id })
          .toBeLessThan(2)
      }
      await open(page, '/fee')
      await page.evaluate(() => scrollTo(0, 120))
      await page.locator('nav.toc a[href="#options"]').click()
      await expectAt('options')
      await page.goBack()
      await expect(page).toHaveURL('/fee')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
      await page.goForward()
      await expectAt('options')
      for (const id of ['abroad', 'plans', 'rules']) {
        // As by the keyboard: the list itself is out of sight by then.
        await page.locator(`nav.toc a[href="#${id}"]`).evaluate((link: HTMLElement) => link.click())
        await expectAt(id)
      }
    })
  })
