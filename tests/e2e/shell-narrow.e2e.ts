import type { Page } from '@playwright/test'
import { expect, phone, resize, setApart, test } from './fixtures.ts'

/** What of the header reaches beyond the window, in CSS pixels. */
const beyond = () => {
  const header = document.querySelector('.site-header')
  const shown = [...(header?.querySelectorAll('a, summary, .logo') ?? [])].filter((part) =>
    part.checkVisibility({ contentVisibilityAuto: true }),
  )
  const right = Math.max(...shown.map((part) => part.getBoundingClientRect().right))
  return Math.max(0, Math.round(right - innerWidth))
}

/** How far the header's buttons reach beyond the right edge of the text, in CSS pixels. */
const beyondText = () => {
  const rightOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().right ?? 0
  const inner = document.querySelector('.site-header__inner')
  const gutter = inner ? Number.parseFloat(getComputedStyle(inner).paddingRight) : 0
  return Math.round(rightOf('.site-header__acts') - (rightOf('.site-header__inner') - gutter))
}

async function expectActs(page: Page) {
  const acts = page.locator('.site-header__acts')
  for (const width of [320, 344, 360, 390]) {
    await resize(page, width, 700)
    for (const name of ['マイページ', 'お申し込み'])
      await expect(acts.getByRole('link', { name }), `${width} ${name}`).toBeInViewport({
        ratio: 1,
      })
    expect(await page.evaluate(beyond), String(width)).toBe(0)
  }
  for (const width of [768, 800, 834, 896, 1024, 1280]) {
    await resize(page, width, 800)
    expect(await page.evaluate(beyondText), String(width)).toBeLessThanOrEqual(0)
  }
}

for (const { path, words } of [
  {
    path: '/fee',
    words:
      'マイページとお申し込みのボタンは320から1280pxのどの幅でもヘッダーに収まり、文字を200%にしても、文字と行の間を広げても、はみ出さない',
  },
  {
    path: '/talk/top.html',
    words:
      'トークサービスのヘッダーも、文字を200%にしても、文字と行の間を広げても、320から1280pxの画面からはみ出さない',
  },
])
  test(words, async ({ page }) => {
    await page.goto(path)
    if (path === '/fee') await test.step('ボタンはどの幅でも見える', () => expectActs(page))
    await test.step('文字を200%にする', async () => {
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      const home = page
        .locator('.site-header')
        .getByRole('link', { name: /ひびき(モバイル|トーク)/ })
        .first()
      for (const width of [320, 375, 768, 1280]) {
        await resize(page, width, 800)
        await expect.poll(() => page.evaluate(beyond), String(width)).toBe(0)
        await expect(home).toBeVisible()
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    })
    await test.step('文字と行の間を広げる', async () => {
      await setApart(page)
      for (const width of [320, 375, 414, 768, 1280]) {
        await resize(page, width, 800)
        await expect.poll(() => page.evaluate(beyond), String(width)).toBe(0)
      }
    })
  })

test.describe('スクリプトを待たずに', () => {
  test.use({ ...phone, javaScriptEnabled: false, viewport: { width: 320, height: 800 } })

  test('文字を200%にした320pxの画面で、本文も金額も見出しも横にはみ出さない', async ({ page }) => {
    const wide: string[] = []
    for (const path of wordy) {
      await page.goto(path)
      const overflow = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        for (const details of document.querySelectorAll('main details'))
          details.setAttribute('open', '')
        return document.documentElement.scrollWidth - document.documentElement.clientWidth
      })
      if (overflow > 0) wide.push(`${path} ${overflow}`)
    }
    expect(wide).toEqual([])
  })
})

/** Pages with the longest units (dates, badges, prices) and the widest tables. */
const wordy = [
  '/',
  '/fee?gb=30&lines=3&kind=voice&minutes=9999',
  '/mnp',
  '/order',
  '/support',
  '/beginner/possible.html',
  '/beginner/simfree.html',
  '/agreement/mobile_info.html',
  '/info/notice230524.html',
]
