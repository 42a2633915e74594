import { boxOf, expect, open, phone, resize, test } from './fixtures.ts'
import { findings } from './findings.ts'

test.describe('axeの指摘がない', () => {
  // axe tries a style of its own, which the page's policy refuses.
  test.use({ expectedConsole: /404|Applying inline style/ })

  // The first two, and /beginner within its frame, are asked in public-axe.e2e.ts.
  for (const { path, tag } of [
    { path: '/', tag: ['@long'] },
    { path: '/talk/top.html', tag: ['@long'] },
    { path: '/no-such-page', tag: [] },
    { path: '/beginner?navi=none', tag: ['@long'] },
  ]) {
    test(path, { tag }, async ({ page }) => {
      await open(page, path)
      expect(await findings(page)).toEqual([])
    })
  }

  test('メニューが開いている', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/beginner')
    await page.locator('[data-menu=support] summary').press('Enter')
    await expect(page.locator('.shade')).toHaveAttribute('data-shown')
    expect(await findings(page)).toEqual([])
  })

  test('暗い配色', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/beginner')
    expect(await findings(page)).toEqual([])
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('メニューとフッターの分類が開いている', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/beginner')
      await page.locator('.site-footer__group summary').first().tap()
      await page.locator('.drawer summary').first().tap()
      await page.locator('.drawer').getByText('サポート', { exact: true }).tap()
      expect(await findings(page)).toEqual([])
    })
  })
})

// The text of a phone, and that of a desktop.
for (const widths of [
  [320, 360, 375, 767],
  [768, 1000],
]) {
  test(`幅${widths.join(', ')}pxで、はみ出すものがない`, async ({ page }) => {
    await page.setViewportSize({ width: widths[0] ?? 0, height: 800 })
    await open(page, '/beginner')
    for (const width of widths) {
      await resize(page, width, 800)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow, String(width)).toBeLessThanOrEqual(0)
      expect((await boxOf(page.locator('.site-header'))).height).toBe(49)
    }
  })
}

test('動きを減らす設定では、メニューもアコーディオンも動かない', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/beginner')
  for (const part of ['.site-menu', '.site-footer__group']) {
    const pace = await page
      .locator(part)
      .first()
      .evaluate((element) => getComputedStyle(element, '::details-content').transitionDuration)
    expect(new Set(pace.split(', '))).toEqual(new Set(['0s']))
  }
})

test('Save-Dataではアプリを読み込まず、メニューは使える', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/beginner', { waitUntil: 'networkidle' })
  await page.locator('[data-menu=plan] summary').click()
  await expect(page.locator('[data-menu=plan] a').first()).toBeVisible()
  await page.locator('[data-menu=plan] a[href="/option"]').click()
  await expect(page).toHaveURL('/option')
  expect(scripts.every((path) => path.includes('/boot-'))).toBe(true)
})
