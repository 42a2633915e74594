import type { Page } from '@playwright/test'
import { boxOf, expect, logIn, open, phone, running, stopClock, test } from './fixtures.ts'

const parts = [
  '[data-provider=header]',
  '.site-header',
  '.announce',
  '.site-footer',
  '[data-provider=footer]',
]

test.use({ expectedConsole: /404/ })

// What the server sends of each: tests/http/frame.test.ts.
for (const { path, tag } of [
  { path: '/', tag: [] },
  { path: '/talk/top.html', tag: ['@long'] },
  { path: '/no-such-page', tag: ['@long'] },
]) {
  test(`${path}?navi=none には、どれもない`, { tag }, async ({ page }) => {
    await page.goto(`${path}?navi=none`)
    await expect(page.locator('h1')).toBeVisible()
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
    await running(page)
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  })
}

test.describe('スマートフォン', () => {
  test.use(phone)

  test('navi=noneでは、スマートフォンにも何も付かない', { tag: '@long' }, async ({ page }) => {
    await open(page, '/?navi=none')
    await expect(page.locator('h1')).toBeVisible()
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  })

  test('何も決めていないページにはヘッダーとフッターだけがあり、お知らせは決めたページにある', async ({
    page,
  }) => {
    await open(page, '/fee')
    for (const part of parts)
      await expect(page.locator(part)).toHaveCount(part === '.announce' ? 0 : 1)
    for (const part of ['.site-header', '.site-footer', '[data-provider=header]'])
      await expect(page.locator(part)).toBeVisible()
    await open(page, '/')
    for (const part of parts) await expect(page.locator(part)).toHaveCount(1)
    await expect(page.locator('.announce')).toBeVisible()
  })

  test(
    'データ容量の変更には、スマートフォンでもヘッダーがある',
    { tag: '@long' },
    async ({ page }) => {
      await logIn(page, 'sato', '/mypage/plan/change.html')
      await expect(page.locator('.site-header')).toBeVisible()
      expect((await boxOf(page.locator('.site-header'))).height).toBe(49)
    },
  )
})

test('アプリの中で navi=none を出ると、提供元のものも含めて現れる', async ({ page }) => {
  await open(page, '/beginner?navi=none')
  await page.locator('main a[href="/beginner/possible.html"]').first().click()
  await expect(page.locator('.site-header')).toBeVisible()
  await expect(page.locator('[data-provider=header]')).toContainText('ログイン')
})

test.describe('トークサービス', () => {
  test('専用のヘッダーがあり、マイページは通話のホストにある', async ({ page, baseURL }) => {
    await page.goto('/talk/top.html')
    const header = page.locator('.site-header--talk')
    await expect(header).toBeVisible()
    await expect(header.getByRole('link', { name: 'よくある質問' })).toHaveAttribute(
      'target',
      '_blank',
    )
    await expect(header.getByRole('link', { name: 'マイページ' })).toHaveAttribute(
      'href',
      `${baseURL}/mypage/`,
    )
    expect((await boxOf(header)).height).toBe(49)
  })

  test('2つの間を移ると、ヘッダーが変わる', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/talk/top.html"]').click()
    await expect(page.locator('.site-header--talk')).toBeVisible()
    await expect(page.locator('.site-header__menus')).toHaveCount(0)
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('ボタンは、マイページだけ', async ({ page }) => {
      await page.goto('/talk/top.html')
      const shown = page.locator(
        '.site-header--talk :is(a, summary):visible:not(.site-header__home)',
      )
      await expect(shown).toHaveText(['マイページ'])
    })
  })
})

test.describe('フッター', () => {
  const open_ = (page: Page) =>
    page
      .locator('.site-footer__group')
      .evaluateAll((groups) => groups.map((group) => group.hasAttribute('open')))

  test('デスクトップでは、6つの分類がすべて開いている', async ({ page }) => {
    await open(page, '/fee')
    expect(await open_(page)).toEqual(Array(6).fill(true))
    await expect(page.locator('.site-footer__group > summary')).toHaveText([
      '検討中の方',
      '料金・サービス',
      '端末',
      '利用中の方',
      'サポート',
      '規約',
    ])
    await page.locator('.site-footer__group > summary').first().click({ force: true })
    expect(await open_(page)).toEqual(Array(6).fill(true))
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('閉じていて、押すと開き、もう一度押すと閉じる', async ({ page }) => {
      await open(page, '/fee')
      expect(await open_(page)).toEqual(Array(6).fill(false))
      const first = page.locator('.site-footer__group').first()
      await first.locator('summary').tap()
      await expect(first.locator('a').first()).toBeVisible()
      await first.locator('summary').tap()
      await expect(first).not.toHaveAttribute('open')
    })
  })

  test('狭くなると、500ミリ秒後に折りたたむ', async ({ page }) => {
    await open(page, '/fee')
    await stopClock(page)
    await page.setViewportSize({ width: 767, height: 800 })
    await page.clock.runFor(500)
    await expect.poll(() => open_(page)).toEqual(Array(6).fill(false))
    await page.setViewportSize({ width: 768, height: 800 })
    await page.clock.runFor(500)
    await expect.poll(() => open_(page)).toEqual(Array(6).fill(true))
  })
})
