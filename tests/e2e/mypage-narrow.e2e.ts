import type { Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
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

/** The newest bill and a line, which have no address of their own in the list. */
async function details(page: Page): Promise<string[]> {
  await page.goto(pages.billing)
  const bill = await page.locator('#bills table a').first().getAttribute('href')
  await page.goto(pages.contract)
  const line = await page.locator('a[href*="/mypage/line/"]').first().getAttribute('href')
  return [bill, line].flatMap((href) => href ?? [])
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

test.describe('スマートフォン', () => {
  test.use(phone)
  for (const { screens, tag } of [
    { screens: first, tag: [] },
    { screens: others, tag: ['@long'] },
  ])
    test(
      `押すところは44px以上、幅320pxでも文字200%でも崩れない（${screens.length}画面）`,
      { tag },
      async ({ page }) => {
        test.slow()
        await logIn(page, 'suzuki')
        for (const path of [...screens, ...(tag.length === 0 ? await details(page) : [])]) {
          await page.goto(path)
          expect.soft(await page.evaluate(small), path).toEqual([])
          await resize(page, 320, 700)
          expect.soft(await page.evaluate(broken), `320px ${path}`).toEqual([])
          await resize(page, 375, 700)
          await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
          expect.soft(await page.evaluate(broken), `200% ${path}`).toEqual([])
        }
      },
    )

  test('一覧は、スマートフォンの三画面ほどに収まる', async ({ page }) => {
    await logIn(page, 'suzuki')
    const lists = [
      `${pages.usage}?view=records`,
      pages.notices,
      pages.call,
      ...(await details(page)),
    ]
    for (const path of lists) {
      await page.goto(path)
      const height = await page.evaluate(() => document.querySelector('main')?.scrollHeight ?? 0)
      expect.soft(height, path).toBeLessThanOrEqual(2436)
    }
  })
})

for (const { screens, tag } of [
  { screens: [pages.top], tag: [] },
  { screens: [pages.billing, pages.contract], tag: ['@long'] },
])
  test(
    `キーボードで進んでも、いまの場所は下の帯に隠れない（${screens.length}画面）`,
    { tag },
    async ({ page }) => {
      await logIn(page, 'suzuki')
      await resize(page, 375, 700)
      for (const path of screens) {
        await page.goto(path)
        await page.locator('main a').first().focus()
        for (let step = 0; step < 40; step += 1) {
          await page.keyboard.press('Tab')
          const hidden = await page.evaluate(() => {
            const at = document.activeElement
            const bar = document.querySelector('.mybar')
            if (at === null || bar === null || bar.contains(at) || at.closest('main') === null)
              return ''
            const { bottom, top } = at.getBoundingClientRect()
            const edge = bar.getBoundingClientRect().top
            const isCovered = bottom > edge + 1 && bottom - top < edge
            return isCovered ? (at.textContent?.trim().slice(0, 40) ?? '') : ''
          })
          expect.soft(hidden, path).toBe('')
        }
      }
    },
  )
