import type { Page } from '@playwright/test'
import {
  boxOf,
  expect,
  logIn,
  open,
  phone,
  requestsOf,
  running,
  stopClock,
  test,
} from './fixtures.ts'

const parts = [
  '[data-provider=header]',
  '.site-header',
  '.announce',
  '.site-footer',
  '[data-provider=footer]',
]

/** Which of the footer's groups are open. */
const openGroups = (page: Page) =>
  page
    .locator('.site-footer__group')
    .evaluateAll((groups) => groups.map((group) => group.hasAttribute('open')))

test.use({ expectedConsole: /404/ })

// What the server sends of each: tests/http/frame.test.ts.
test('navi=none のページには、アプリが動いても何も付かず、アプリの中で出ると、提供元のものも含めて現れる', async ({
  page,
}) => {
  await page.goto('/beginner?navi=none')
  await expect(page.locator('h1')).toBeVisible()
  for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  await running(page)
  for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  await page.locator('main a[href="/beginner/possible.html"]').first().click()
  await expect(page.locator('.site-header')).toBeVisible()
  await expect(page.locator('[data-provider=header]')).toContainText('ログイン')
})

for (const path of ['/', '/talk/top.html', '/no-such-page'])
  test(`${path}?navi=none には、どれもない`, { tag: '@long' }, async ({ page }) => {
    await page.goto(`${path}?navi=none`)
    await expect(page.locator('h1')).toBeVisible()
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
    await running(page)
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  })

test.describe('スマートフォン', () => {
  test.use(phone)

  test('navi=noneでは、スマートフォンにも何も付かない', { tag: '@long' }, async ({ page }) => {
    await open(page, '/?navi=none')
    await expect(page.locator('h1')).toBeVisible()
    for (const part of parts) await expect(page.locator(part)).toHaveCount(0)
  })

  test('ヘッダーとフッターがあって動かしても隠れず、フッターの分類は閉じていて押すと開閉し、お知らせは決めたページだけにある', async ({
    page,
  }) => {
    await open(page, '/fee')
    for (const part of parts)
      await expect(page.locator(part)).toHaveCount(part === '.announce' ? 0 : 1)
    for (const part of ['.site-header', '.site-footer', '[data-provider=header]'])
      await expect(page.locator(part)).toBeVisible()
    expect(await openGroups(page)).toEqual(Array(6).fill(false))
    const first = page.locator('.site-footer__group').first()
    await first.locator('summary').tap()
    await expect(first.locator('a').first()).toBeVisible()
    await first.locator('summary').tap()
    await expect(first).not.toHaveAttribute('open')

    await page.locator('.site-footer__home').click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('.announce')).toBeVisible()
    await stopClock(page)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('scroll', resolve, { once: true })
          scrollTo(0, 400)
        }),
    )
    await page.clock.runFor(1000)
    await expect(page.locator('.site-header')).not.toHaveAttribute('data-hidden')
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

test('デスクトップではフッターの6つの分類がすべて開いていて、幅が変わると、500ミリ秒後に折りたたみ、その幅の版を読み直す', async ({
  page,
}) => {
  await open(page, '/option')
  expect(await openGroups(page)).toEqual(Array(6).fill(true))
  await expect(page.locator('.site-footer__group > summary')).toHaveText([
    '検討中の方',
    '料金・サービス',
    '端末',
    '利用中の方',
    'サポート',
    '規約',
  ])
  await page.locator('.site-footer__group > summary').first().click({ force: true })
  expect(await openGroups(page)).toEqual(Array(6).fill(true))

  await stopClock(page)
  const requests = requestsOf(page)
  await page.setViewportSize({ width: 767, height: 800 })
  await page.clock.runFor(499)
  expect(requests).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => openGroups(page)).toEqual(Array(6).fill(false))
  await expect.poll(() => requests).toEqual(['/assets/cop/views/option/index.sp.html'])
  await page.setViewportSize({ width: 768, height: 800 })
  await page.clock.runFor(500)
  await expect.poll(() => openGroups(page)).toEqual(Array(6).fill(true))
  await expect.poll(() => requests.at(-1)).toBe('/assets/cop/views/option/index.default.html')
})
