import type { Page } from '@playwright/test'
import { attribute, elementsOf } from '#server/content/html-tree.ts'
import { pages } from '#vocabulary/pages.ts'
import { findings, seenRules } from './findings.ts'
import { expect, logIn, phone, resize, test } from './fixtures.ts'

// What holds on my page's screens on a phone, with large letters, and with a keyboard beside the bar below.

const first = [
  pages.top,
  pages.usage,
  `${pages.usage}?view=records`,
  pages.billing,
  pages.call,
  pages.notices,
  pages.contract,
  pages.orders,
]
const others = [
  pages.topUp,
  pages.alert,
  pages.advice,
  pages.spending,
  pages.invoices,
  pages.documents,
  pages.planSize,
  pages.simAdd,
  pages.simChange,
  pages.option,
  pages.devices,
  pages.procedures,
  pages.lost,
  pages.deadlines,
  pages.user,
  pages.personal,
  pages.held,
  pages.logins,
  pages.noticeSettings,
  pages.point,
  pages.lock,
  pages.cancellation,
  pages.portOut,
  pages.handover,
]

/** The first address of that kind on a page, which is not drawn for it. */
async function linkOn(page: Page, path: string, kind: RegExp): Promise<string> {
  const links = elementsOf(await (await page.request.get(path)).text())
    .filter(({ tagName }) => tagName === 'a')
    .flatMap((link) => attribute(link, 'href') ?? [])
  return links.find((href) => kind.test(href)) ?? `nothing like ${kind.source} on ${path}`
}

/** Words that stand one letter below the other, and what reaches beyond the window. */
const broken = () => {
  const wide = document.documentElement.scrollWidth - innerWidth
  const columns = [...document.querySelectorAll('main *')].flatMap((part) => {
    const own = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = own
      .map(({ textContent }) => textContent)
      .join('')
      .trim()
    if (
      text.length < 4 ||
      part.closest('.visually-hidden') ||
      !part.checkVisibility({ contentVisibilityAuto: true })
    )
      return []
    // What only a screen reader reads: headings of a table whose rows are stacked.
    if (part.getBoundingClientRect().width < 8) return []
    const boxes = own.flatMap((node) => {
      const range = document.createRange()
      range.selectNode(node)
      return [...range.getClientRects()]
    })
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size
    return lines >= text.length - 1 ? [text] : []
  })
  return [...(wide > 0 ? [`${wide}px beyond the window`] : []), ...columns]
}

/** What is pressed and is lower than 44 px, but for links within a sentence (WCAG 2.2, 2.5.8). */
const small = () =>
  [...document.querySelectorAll('main :is(a, button, summary, select, input:not([type=hidden]))')]
    .filter((part) =>
      part.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
    )
    .flatMap((part) => {
      const target = part.closest('label') ?? part
      const { width, height } = target.getBoundingClientRect()
      const around = target.parentElement?.textContent.trim() ?? ''
      const inSentence = part.matches('a') && around.length > target.textContent.trim().length
      if (height >= 43.5 || width === 0 || inSentence || part.closest('svg')) return []
      return [`${part.tagName} ${Math.round(height)} ${part.textContent.trim().slice(0, 30)}`]
    })

/** Large targets, and nothing broken on a narrow window or with large letters. */
async function fits(page: Page, path: string) {
  expect.soft(await page.evaluate(small), path).toEqual([])
  await resize(page, 320, 700)
  expect.soft(await page.evaluate(broken), `320px ${path}`).toEqual([])
  await resize(page, 375, 700)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect.soft(await page.evaluate(broken), `200% ${path}`).toEqual([])
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
}

/** A list goes into three screens or so of a phone. */
async function isShort(page: Page, path: string) {
  const height = await page.evaluate(() => document.querySelector('main')?.scrollHeight ?? 0)
  expect.soft(height, path).toBeLessThanOrEqual(2436)
}

/** What axe finds, and in dark colours what is seen there. The frame is that of the top page. */
async function isFlawless(page: Page, path: string) {
  const part = path === pages.top ? undefined : 'main'
  expect.soft(await findings(page, part), path).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findings(page, part, seenRules), `${path}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** Forty steps with the keyboard: none ends under the bar below. */
async function staysInSight(page: Page, path: string) {
  await page.locator('main a').first().focus()
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const at = document.activeElement
      const bar = document.querySelector('.mybar')
      if (at === null || bar === null || bar.contains(at) || at.closest('main') === null) return ''
      const { bottom, top } = at.getBoundingClientRect()
      const edge = bar.getBoundingClientRect().top
      const isCovered = bottom > edge + 1 && bottom - top < edge
      return isCovered ? (at.textContent?.trim().slice(0, 40) ?? '') : ''
    })
    expect.soft(hidden, path).toBe('')
  }
}

test.describe('スマートフォン', () => {
  // axe tries a style of its own, which the page's policy refuses.
  test.use({ ...phone, expectedConsole: /Applying inline style/ })

  test('押すところは44px以上、幅320pxでも文字200%でも崩れず、一覧は三画面ほどに収まり、キーボードで進んでも下の帯に隠れず、暗い配色でもaxeの指摘がない', async ({
    page,
  }) => {
    test.slow()
    await logIn(page, 'suzuki')
    const bill = await linkOn(page, pages.billing, /\/billing\/\d{4}-\d\d/)
    const line = await linkOn(page, pages.contract, /\/mypage\/line\//)
    const lists = [`${pages.usage}?view=records`, pages.notices, pages.call, bill, line]
    const flawless = [pages.top, pages.notices, line]
    for (const path of [...first, bill, line])
      await test.step(path, async () => {
        await page.goto(path)
        if (lists.includes(path)) await isShort(page, path)
        await fits(page, path)
        if (flawless.includes(path)) await isFlawless(page, path)
        if (path === pages.top) await staysInSight(page, path)
      })
  })

  test(
    `押すところは44px以上、幅320pxでも文字200%でも崩れない（${others.length}画面）`,
    {
      tag: '@long',
    },
    async ({ page }) => {
      test.slow()
      await logIn(page, 'suzuki')
      for (const path of others) {
        await page.goto(path)
        await fits(page, path)
      }
    },
  )
})

test(
  '料金と契約でも、キーボードで進んでも、いまの場所は下の帯に隠れない',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'suzuki')
    await resize(page, 375, 700)
    for (const path of [pages.billing, pages.contract]) {
      await page.goto(path)
      await staysInSight(page, path)
    }
  },
)
