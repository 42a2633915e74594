import type { Page } from '@playwright/test'
import { boxOf, expect, open, phone, stopClock, test } from './fixtures.ts'

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

// Both headers are moved by the same code.
for (const { name, path, tag } of [
  { name: 'site header', path: '/fee', tag: [] },
  { name: 'talk header', path: '/talk/agreement', tag: ['@long'] },
]) {
  test.describe(name, { tag }, () => {
    test('49pxまでは出ていて、50pxから隠れる', async ({ page }) => {
      await open(page, path)
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

    test('奥では、最後の動きから500ミリ秒後に隠れる', async ({ page }) => {
      await open(page, path)
      await stopClock(page)
      await moveTo(page, 300)
      await page.clock.runFor(499)
      expect(await isHidden(page)).toBe(false)
      await page.clock.runFor(1)
      await expect.poll(() => isHidden(page)).toBe(true)
    })

    test('100px戻ると、また出る', async ({ page }) => {
      await open(page, path)
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

    test('ページと一緒に横に動く', async ({ page }) => {
      await open(page, path)
      await page.evaluate(() => {
        const wide = document.createElement('div')
        wide.style.cssText = 'width:3000px;height:1px'
        document.querySelector('main')?.append(wide)
        scrollTo(120, 10)
      })
      await expect.poll(async () => (await boxOf(page.locator('.site-header'))).x).toBe(-120)
    })
  })
}

test('隠れたヘッダーは、キーボードで来ると出る', async ({ page }) => {
  await open(page, '/fee')
  await moveTo(page, 150)
  await expect.poll(() => isHidden(page)).toBe(true)
  await page
    .locator('.site-header a')
    .first()
    .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }))
  await expect.poll(async () => (await boxOf(page.locator('.site-header'))).y).toBe(0)
})

test.describe('スマートフォンでは隠れない', () => {
  test.use(phone)
  test('ヘッダーは残る', async ({ page }) => {
    await open(page, '/fee')
    await stopClock(page)
    await moveTo(page, 400)
    await page.clock.runFor(1000)
    expect(await isHidden(page)).toBe(false)
  })
})

test('フッターのロゴは、トップページでは500msで上へ戻る', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
  const logo = page.locator('.site-footer__home')
  await logo.scrollIntoViewIfNeeded()
  await stopClock(page)
  await logo.click()
  await page.clock.runFor(250)
  const half = await page.evaluate(() => scrollY)
  expect(half).toBeGreaterThan(0)
  await page.clock.runFor(210)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.clock.runFor(60)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveURL('/')
})

test('動いている間は、次の動きを始めない', async ({ page }) => {
  await open(page, '/')
  const logo = page.locator('.site-footer__home')
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
  await page.clock.runFor(600)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Nor does the address name the place: the router would jump there when it hears of it, be it after the first scroll's end.
  await expect(page).toHaveURL('/')
})

test('フッターのロゴは、ほかのページではトップページへ', async ({ page }) => {
  await open(page, '/fee')
  await page.locator('.site-footer__home').click()
  await expect(page).toHaveURL('/')
})
