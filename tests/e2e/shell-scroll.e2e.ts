import type { Page } from '@playwright/test'
import { boxOf, expect, open, stopClock, test } from './fixtures.ts'

/** Moves, and waits until the page has heard of it. */
async function moveTo(page: Page, y: number) {
  await page.evaluate(
    (top) =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true })
        scrollTo(0, top)
      }),
    y,
  )
}

const isHidden = (page: Page) =>
  page.locator('.site-header').evaluate((element) => element.hasAttribute('data-hidden'))

// Both headers are moved by the same code. That a phone's stays: shell-layout.e2e.ts.
for (const { name, path, tag } of [
  { name: 'サイトのヘッダー', path: '/fee', tag: [] },
  { name: 'トークサービスのヘッダー', path: '/talk/agreement', tag: ['@long'] },
])
  test(
    `${name}は、ページを動かすと隠れ、戻ると出て、横には一緒に動く`,
    { tag },
    async ({ page }) => {
      await open(page, path)
      await test.step('奥では、最後の動きから500ミリ秒後に隠れる', async () => {
        await stopClock(page)
        await moveTo(page, 300)
        await page.clock.runFor(499)
        expect(await isHidden(page)).toBe(false)
        await page.clock.runFor(1)
        await expect.poll(() => isHidden(page)).toBe(true)
        await page.clock.resume()
        await moveTo(page, 0)
        await expect.poll(() => isHidden(page)).toBe(false)
      })
      await test.step('49pxまでは出ていて、50pxから隠れる', async () => {
        for (const { y, hidden } of [
          { y: 1, hidden: false },
          { y: 48, hidden: false },
          { y: 49, hidden: false },
          { y: 50, hidden: true },
          { y: 199, hidden: true },
          { y: 200, hidden: true },
        ]) {
          await moveTo(page, y)
          await expect.poll(() => isHidden(page), `${y} px`).toBe(hidden)
          await moveTo(page, 0)
          await expect.poll(() => isHidden(page), `back from ${y} px`).toBe(false)
        }
      })
      await test.step('100px戻ると、また出る', async () => {
        await moveTo(page, 100)
        await moveTo(page, 600)
        await expect.poll(() => isHidden(page)).toBe(true)
        await moveTo(page, 501)
        expect(await isHidden(page)).toBe(true)
        await moveTo(page, 500)
        await expect.poll(() => isHidden(page)).toBe(false)
        const box = await boxOf(page.locator('.site-header'))
        expect(box.height).toBe(49)
        await expect.poll(async () => (await boxOf(page.locator('.site-header'))).y).toBe(0)
      })
      await test.step('隠れたヘッダーは、キーボードで来ると出る', async () => {
        await moveTo(page, 0)
        await moveTo(page, 150)
        await expect.poll(() => isHidden(page)).toBe(true)
        const link = page.locator('.site-header a').first()
        await link.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
        await expect.poll(async () => (await boxOf(page.locator('.site-header'))).y).toBe(0)
        await link.evaluate((element: HTMLElement) => element.blur())
        await moveTo(page, 0)
      })
      await test.step('ページと一緒に横に動く', async () => {
        await page.evaluate(() => {
          const wide = document.createElement('div')
          wide.style.cssText = 'width:3000px;height:1px'
          document.querySelector('main')?.append(wide)
          scrollTo(120, 10)
        })
        await expect.poll(async () => (await boxOf(page.locator('.site-header'))).x).toBe(-120)
      })
    },
  )

test('フッターのロゴは、ほかのページではトップページへ、トップページでは500ミリ秒で上へ戻り、その間は次の動きを始めない', async ({
  page,
}) => {
  await open(page, '/fee')
  const logo = page.locator('.site-footer__home')
  await logo.click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('.plan-cards')).toBeVisible()
  await logo.scrollIntoViewIfNeeded()
  await stopClock(page)
  await logo.click()
  await page.clock.runFor(100)
  // The top page leads nowhere within itself: any link of its text that does counts.
  await page
    .locator('#static-contents .prose')
    .last()
    .evaluate((text) => {
      const link = document.createElement('a')
      link.href = '#main'
      text.append(link)
      link.click()
    })
  await page.clock.runFor(360)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.clock.runFor(60)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.clock.runFor(240)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Nor does the address name the place: the router would jump there when it hears of it, be it after the first scroll's end.
  await expect(page).toHaveURL('/')
})
