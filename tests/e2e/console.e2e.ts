import type { Page } from '@playwright/test'
import { entrances, kinds, screens, type Screen } from '../console-screens.ts'
import { focusedRow, logInAtDesk, logInAtDeskOnPages, looksRight } from './desk.ts'
import { PLANTED_CHECKS } from '../api/plant-at-desk.ts'
import { expect, running, test } from './fixtures.ts'

test.use({
  viewport: { width: 1280, height: 900 },
  locale: 'ja-JP',
  // Pages of other roles, and one that is none.
  expectedConsole: /status of 40[34]/,
})

const consoleUrl = process.env['E2E_CONSOLE_URL'] ?? ''

const logIn = (page: Page, loginId: string, back = '/') =>
  logInAtDesk(page, consoleUrl, loginId, back)

async function openDesk(page: Page, path: string) {
  await page.goto(consoleUrl + path)
  await running(page)
}

test('列の件を、キーだけで開き、受け持ち、内容を表示し、ほかの列へ移る', async ({ page }) => {
  await logInAtDeskOnPages(page, consoleUrl, 'fukuda')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.waitForURL('**/queue/application')
  await running(page)
  await page.keyboard.press('j')
  const row = await focusedRow(page)
  expect(row).toMatch(/^application-in-review:/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'このお申し込みを、受け付けられますか',
  )
  expect(await focusedRow(page)).toBe(row)
  await page.keyboard.press('a')
  await expect(page.getByRole('status')).toHaveText('担当しました。')
  await page.keyboard.press('r')
  await expect(page.getByText('フリガナ')).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByLabel('いつまで')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '操作、行き先、または番号' }).fill('承継')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/queue/succession')
})

test('文字の入力中、変換中、切っているときは、1文字のキーは働かない', async ({ page }) => {
  await logIn(page, 'yamamoto', '/t/new')
  const words = page.getByLabel('聞いたこと・書かれていること')
  await words.pressSequentially('gh?jk')
  expect([await words.inputValue(), new URL(page.url()).pathname]).toEqual(['gh?jk', '/t/new'])
  await page.getByRole('heading', { level: 1 }).click()
  await page.evaluate(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', isComposing: true })),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'キーの一覧' })
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
})

/** Of each kind of screen one; `npm run test:long` looks at all of them. */
function looked(at: number) {
  const before = screens.slice(0, at).flatMap(([, seen]) => seen)
  const isNew = (screen: Screen) => kinds.includes(screen) && !before.includes(screen)
  const [, own = []] = screens[at] ?? []
  return own.filter((screen) => process.env['TEST_LONG'] !== undefined || isNew(screen))
}

/** Dark colours are those of the same sheet: two people's kinds have all of its parts. */
const inDark = (at: number) => at < 2 || process.env['TEST_LONG'] !== undefined

for (const [at, [loginId]] of screens.entries())
  test(
    `${loginId}の画面は、375pxでも${inDark(at) ? '暗い配色でも、' : ''}読み上げと表示に欠けがない`,
    {
      tag: looked(at).length === 0 ? '@long' : '@looks',
    },
    async ({ page }) => {
      // A dozen pages, each looked at twice.
      test.setTimeout(240_000)
      await logIn(page, loginId)
      for (const screen of looked(at)) {
        await openDesk(page, typeof screen === 'string' ? screen : screen.firstOf)
        if (typeof screen !== 'string') {
          await page.locator('main [data-row] th a').first().click()
          await page.waitForURL((url) => url.pathname + url.search !== screen.firstOf)
          await running(page)
        }
        await looksRight(page, { inDark: inDark(at) })
      }
    },
  )

test(
  'ログインの前の画面と、相手を確かめる前の会員の記録も、375pxで欠けがなく、遅い画面は開いている途中だと分かる',
  {
    tag: '@looks',
  },
  async ({ page }) => {
    for (const path of process.env['TEST_LONG'] ? entrances : entrances.slice(0, 1)) {
      await openDesk(page, path)
      await looksRight(page, { inDark: inDark(screens.length) })
    }
    await logIn(page, 'yamamoto', '/queue/ticket')
    const slow = Promise.withResolvers<undefined>()
    await page.route(
      /\.data/,
      async (route) => {
        await slow.promise
        await route.continue()
      },
      { times: 1 },
    )
    // takahashi's call is due first of those by telephone; suzuki's record is opened by console-behalf.e2e.ts.
    await page
      .getByRole('row')
      .filter({ hasText: '電話' })
      .filter({ hasText: '料金' })
      .first()
      .getByRole('link')
      .click()
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    slow.resolve(undefined)
    await page.getByRole('button', { name: '360°を開く' }).click()
    await page.waitForURL(/\/c\/[^/]+$/u)
    await running(page)
    await expect(page.locator('main')).toContainText(
      '概要・回線・手続き・請求は、確認のあとに開きます。',
    )
    await looksRight(page, { inDark: inDark(screens.length) })
  },
)

/** All twenty in `npm run test:long`. */
const CHECKS = process.env['TEST_LONG'] ? PLANTED_CHECKS : 2

test(`続けて${CHECKS}件の本人確認を、キーだけで終える @looks`, async ({ page }) => {
  test.setTimeout(240_000)
  await logIn(page, 'fukuda', '/queue/identity')
  await page.mouse.move(0, 0)
  for (let n = 1; n <= CHECKS; n += 1) {
    await page.keyboard.press('n')
    await page.waitForURL(/done=next/)
    // The address changes before the page does: a key pressed between them would be the former item's.
    await expect(page.getByRole('status')).toHaveText('次の1件を担当しました。')
    await running(page)
    const item = new URL(page.url()).searchParams.get('open')
    await page.keyboard.press('r')
    await expect(page.getByRole('table', { name: '項目ごとの照合' })).toBeVisible()
    await page.keyboard.press('d')
    await expect(page.getByLabel('決め方')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('住所のわかる書類をお送りください。')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.searchParams.get('done') === 'decide')
    const said = page.getByRole('status')
    await expect(said).toContainText('1分後に実行します')
    // The form lies a screen below: without a look upwards nobody would know that it can be taken back.
    await expect(said).toBeInViewport()
    await expect(page.getByRole('button', { name: '取り消す' })).toBeInViewport()
    expect(new URL(page.url()).searchParams.get('open')).toBe(item)
    await running(page)
  }
})
