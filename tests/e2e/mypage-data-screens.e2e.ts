import type { Page } from '@playwright/test'
import { attribute, descendants, elementsOf, textOf } from '#server/content/html-tree.ts'
import { expect, logIn, resize, test } from './fixtures.ts'
import { findings } from './findings.ts'

// What holds on every screen of data and lines for every member: axe finds nothing, nothing overflows.

const top = '/mypage/top.html'

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

/**
 * What is different from the lists and texts that mypage-narrow.e2e.ts looks at: a form, a 確認, and the simple page. The frame is
 * the same and is looked at there.
 */
const forms = [
  '/mypage/data/notification.html',
  '/mypage/billing/limit.html?step=confirm&packId=500mb&atBytes=0&timesAMonth=2',
  '/mypage/lite?packId=1gb',
]

/** The address of a line's page, from the top, which is not drawn for it. */
async function linePath(page: Page, name: string): Promise<string> {
  const parts = elementsOf(await (await page.request.get(top)).text())
  const links = parts
    .filter((one) => one.tagName === 'li' && textOf(one).includes(name))
    .flatMap(descendants)
    .filter((one) => one.tagName === 'a' && textOf(one).includes('この回線の詳細'))
  return (links[0] && attribute(links[0], 'href')) ?? `no line of ${name}`
}

test.describe('axeの指摘がない', () => {
  // axe tries a style of its own, which the page's policy refuses; 403 is the answer to an account without a contract.
  test.use({ expectedConsole: /Applying inline style|403/ })

  for (const { member, name, own, of, tag } of [
    { member: 'suzuki', name: '健一', own: forms, of: ['?ask=stop'], tag: [] },
    // What a suspended contract shows otherwise.
    { member: 'takahashi', name: '090', own: [top], of: [], tag: [] },
    { member: 'suzuki', name: '健一', own: screens, of: ['', '?ask=stop'], tag: ['@long'] },
    { member: 'takahashi', name: '090', own: screens, of: ['', '?ask=stop'], tag: ['@long'] },
  ])
    test(`${member}（${own.length}）、320pxの幅でも横にはみ出さない`, { tag }, async ({ page }) => {
      test.slow()
      await logIn(page, member)
      const line = await linePath(page, name)
      for (const path of [...own, ...of.map((query) => line + query)]) {
        await page.goto(path)
        expect(await findings(page, 'main'), path).toEqual([])
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
        expect(await findings(page, 'main'), path).toEqual([])
      }
    })

  // Top and usage in dark colours: mypage-narrow.e2e.ts.
  test('暗い配色', { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await logIn(page, 'suzuki')
    for (const path of [top, '/mypage/data/usage.html', '/mypage/lite']) {
      await page.goto(path)
      expect(await findings(page), path).toEqual([])
    }
  })
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
