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

for (const [name, path] of [
  ['site header', '/fee'],
  ['talk header', '/talk/agreement'],
] as const) {
  test.describe(name, () => {
    test('scrolled by 49 px it is shown, from 50 px on hidden', async ({ page }) => {
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

    test('deeper it hides 500 ms after the last movement', async ({ page }) => {
      await open(page, path)
      await stopClock(page)
      await moveTo(page, 300)
      await page.clock.runFor(499)
      expect(await isHidden(page)).toBe(false)
      await page.clock.runFor(1)
      await expect.poll(() => isHidden(page)).toBe(true)
    })

    test('it reappears 100 px further up', async ({ page }) => {
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

    test('it moves sideways with the page', async ({ page }) => {
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

test('a hidden header comes when the keyboard reaches it', async ({ page }) => {
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
  test('the header stays', async ({ page }) => {
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

test('while one scroll runs, another does not begin', async ({ page }) => {
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
})

test('フッターのロゴは、ほかのページではトップページへ', async ({ page }) => {
  await open(page, '/fee')
  await page.locator('.site-footer__home').click()
  await expect(page).toHaveURL('/')
})
