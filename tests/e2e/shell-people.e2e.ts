import { boxOf, expect, open, phone, resize, test } from './fixtures.ts'
import { findings } from './findings.ts'

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /404|Applying inline style/ })

test('暗い配色でも、メニューが開いていても、見つからないページでも、axeの指摘がなく、幅320から1000pxではみ出すものがない', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await open(page, '/beginner')
  expect(await findings(page)).toEqual([])

  await test.step('動きを減らす設定では、メニューもアコーディオンも動かない', async () => {
    for (const part of ['.site-menu', '.site-footer__group']) {
      const pace = await page
        .locator(part)
        .first()
        .evaluate((element) => getComputedStyle(element, '::details-content').transitionDuration)
      expect(new Set(pace.split(', '))).toEqual(new Set(['0s']))
    }
  })
  await test.step('メニューが開いている', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('[data-menu=support] summary').press('Enter')
    await expect(page.locator('.shade')).toHaveAttribute('data-shown')
    expect(await findings(page, '.site-header')).toEqual([])
    await page.keyboard.press('Escape')
  })
  await test.step('幅を変えても、はみ出すものがない', async () => {
    const expectNoOverflow = async (width: number) => {
      await resize(page, width, 800)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow, String(width)).toBeLessThanOrEqual(0)
      expect((await boxOf(page.locator('.site-header'))).height).toBe(49)
    }
    for (const width of [1000, 768]) await expectNoOverflow(width)
    // The text of a phone.
    const arriving = page.waitForResponse(/\/beginner\/index\.sp\.html$/)
    for (const width of [767, 375]) await expectNoOverflow(width)
    await arriving
    for (const width of [375, 360, 320, 767]) await expectNoOverflow(width)
  })
  await test.step('見つからないページ', async () => {
    await open(page, '/no-such-page')
    expect(await findings(page, 'main')).toEqual([])
  })
})

test.describe('axeの指摘がない', { tag: '@long' }, () => {
  // Both, and /beginner within its frame, are asked in public-axe.e2e.ts or above.
  for (const path of ['/', '/talk/top.html', '/no-such-page', '/beginner?navi=none'])
    test(`${path} に、axeの指摘がない`, async ({ page }) => {
      await open(page, path)
      expect(await findings(page)).toEqual([])
    })
})

test.describe('スマートフォン', () => {
  test.use(phone)
  test('メニューとフッターの分類が開いていても、axeの指摘がない', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/beginner')
    await page.locator('.site-footer__group summary').first().tap()
    await page.locator('.drawer summary').first().tap()
    await page.locator('.drawer').getByText('サポート', { exact: true }).tap()
    expect(await findings(page)).toEqual([])
  })
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
