import type { Page } from '@playwright/test'
import { alike, entrances, screens, type Screen } from '../console-screens.ts'
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

test('障害を確認してから掲載し、その画面は375pxでも暗い配色でも、読み上げと表示に欠けがない', async ({
  page,
}) => {
  await logIn(page, 'yoshida', '/outage/new')
  await page.getByLabel('種類').selectOption('outage')
  await page.getByLabel('影響の大きさ').selectOption('degraded')
  await page.getByLabel('件名').fill('関西の一部で、データ通信がつながりにくくなっています')
  await page.getByLabel('データ通信', { exact: true }).check()
  await page.getByLabel('大阪府').check()
  await page.getByLabel('開始').fill('2026-11-20T09:40')
  await page.getByLabel('会員に伝える文').fill('原因を調べています。')
  await page.getByRole('button', { name: '確認へ' }).click()
  await expect(page.getByRole('heading', { name: '確認' })).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: '直す' }).click()
  await expect(page.getByLabel('大阪府')).toBeChecked()
  await page.getByRole('button', { name: '確認へ' }).click()
  await page.getByRole('button', { name: '会員の画面に出す' }).click()
  await expect(page.getByRole('status')).toContainText('掲載しました。')
  await page.getByRole('link', { name: '影響の数を計算する' }).click()
  await expect(page.getByText('知らせた人数')).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: '終わりを知らせる' }).click()
  // The form of an update stands there until then, with a field of the same name.
  await expect(page.getByRole('heading', { name: '終わりを知らせる' })).toBeVisible()
  await page.getByLabel('会員に伝える文').fill('直りました。')
  await page.getByRole('button', { name: '確認へ' }).click()
  await page.getByRole('button', { name: '終わりを掲載する' }).click()
  await expect(page.getByRole('status')).toContainText('終わりを掲載しました。')
})

/** Of screens that are alike, and of a page that several see, one; `npm run test:long` looks at all of them. */
const looked = (paths: readonly Screen[], before: readonly Screen[]) =>
  paths.filter(
    (screen) =>
      process.env['TEST_LONG'] !== undefined ||
      !(alike.includes(screen) || before.includes(screen)),
  )

for (const [at, [loginId, paths]] of screens.entries())
  test(`${loginId}の画面は、375pxでも暗い配色でも、読み上げと表示に欠けがない @looks`, async ({
    page,
  }) => {
    // A dozen pages, each looked at twice.
    test.setTimeout(240_000)
    await logIn(page, loginId)
    const before = screens.slice(0, at).flatMap(([, seen]) => seen)
    for (const screen of looked(paths, before)) {
      await openDesk(page, typeof screen === 'string' ? screen : screen.firstOf)
      if (typeof screen !== 'string') {
        await page.locator('main [data-row] th a').first().click()
        await page.waitForURL((url) => url.pathname + url.search !== screen.firstOf)
        await running(page)
      }
      await looksRight(page)
    }
  })

test('ログインの前の画面と、相手を確かめる前の会員の記録も、375pxで欠けがなく、遅い画面は開いている途中だと分かる', async ({
  page,
}) => {
  for (const path of entrances) {
    await openDesk(page, path)
    await looksRight(page)
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
  await looksRight(page)
})

/** All twenty in `npm run test:long`. */
const CHECKS = process.env['TEST_LONG'] ? PLANTED_CHECKS : 5

test(`続けて${CHECKS}件の本人確認を、キーだけで終える @looks`, async ({ page }) => {
  test.setTimeout(240_000)
  await logIn(page, 'fukuda', '/queue/identity')
  await page.mouse.move(0, 0)
  for (let n = 1; n <= CHECKS; n += 1) {
    await page.keyboard.press('n')
    await page.waitForURL(/done=next/)
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
    await expect(page.getByRole('status')).toContainText('1分後に実行します')
    expect(new URL(page.url()).searchParams.get('open')).toBe(item)
    await running(page)
  }
})
