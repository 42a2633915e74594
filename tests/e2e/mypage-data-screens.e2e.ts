import type { Page } from '@playwright/test'
import { expect, logIn, open, phone, resize, test } from './fixtures.ts'
import { findings } from './findings.ts'

// What holds on every screen of data and lines for every member: axe finds nothing, nothing overflows.

const top = '/mypage/top.html'

async function linePath(page: Page, name: string): Promise<string> {
  await page.goto(top)
  const card = page.locator('.line-cards > li', { hasText: name })
  return (await card.getByRole('link', { name: /この回線の詳細/ }).getAttribute('href')) ?? ''
}

const screens = [
  top,
  '/mypage/data/usage.html',
  '/mypage/data/usage.html?view=records',
  '/mypage/data/charge.html',
  '/mypage/data/charge.html?step=confirm',
  '/mypage/data/charge.html?step=confirm&packId=500mb',
  '/mypage/data/notification.html',
  '/mypage/billing/limit.html',
  '/mypage/billing/limit.html?step=confirm',
  '/mypage/billing/limit.html?step=confirm&packId=500mb&atBytes=0&timesAMonth=2',
  '/mypage/call.html',
  '/mypage/notices.html',
  '/mypage/lite',
  '/mypage/lite?packId=1gb',
]

test.describe('axeの指摘がない', () => {
  // axe tries a style of its own, which the page's policy refuses; 403 is the answer to an account without a contract.
  test.use({ expectedConsole: /Applying inline style|403/ })

  // What a suspended contract shows otherwise stays; the rest of its screens are as suzuki's.
  const suspended = [top, '/mypage/data/charge.html']
  for (const { member, name, own, tag } of [
    { member: 'suzuki', name: '健一', own: screens, tag: [] },
    { member: 'takahashi', name: '090', own: suspended, tag: [] },
    { member: 'takahashi', name: '090', own: screens, tag: ['@long'] },
  ])
    test(`${member}（${own.length}）、320pxの幅でも横にはみ出さない`, { tag }, async ({ page }) => {
      test.slow()
      await logIn(page, member)
      const line = await linePath(page, name)
      for (const path of [...own, line, `${line}?ask=stop`]) {
        await page.goto(path)
        expect(await findings(page), path).toEqual([])
        await resize(page, 320, 700)
        expect.soft(await overflow(page), path).toBeLessThanOrEqual(0)
        await resize(page, 1280, 900)
      }
    })

  // The list of notices and the frame of the simple page are suzuki's too.
  for (const { own, tag } of [
    { own: [top], tag: [] },
    { own: ['/mypage/notices.html', '/mypage/lite'], tag: ['@long'] },
  ])
    test(`契約のないアカウント（${own.join('、')}）`, { tag }, async ({ page }) => {
      await logIn(page, 'watanabe')
      for (const path of own) {
        await page.goto(path)
        expect(await findings(page), path).toEqual([])
      }
    })

  test('暗い配色', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await logIn(page, 'suzuki')
    for (const path of [top, '/mypage/data/usage.html', '/mypage/lite']) {
      await page.goto(path)
      expect(await findings(page), path).toEqual([])
    }
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('利用量の表を開いたとき', async ({ page }) => {
      await logIn(page, 'suzuki')
      await open(page, '/mypage/data/usage.html')
      await page.getByText('表で見る').first().tap()
      await expect(page.getByRole('table').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
    })
  })
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
