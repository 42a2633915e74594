import type { Page } from '@playwright/test'
import { matchPath } from 'react-router'
import routes from '#console/routes.ts'
import { focusedRow, logInAtDesk, logInAtDeskOnPages, looksRight } from './desk.ts'
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

/** The first of a list, opened by its link. */
const firstOf = (list: string) => ({ firstOf: list })
type Screen = string | { readonly firstOf: string }

/** Every page of the console, by somebody who works there; full, empty, refused and not found. */
const screens: readonly (readonly [loginId: string, screens: readonly Screen[]])[] = [
  [
    'yamamoto',
    [
      '/',
      '/queue/ticket',
      '/queue/ticket?whose=mine',
      firstOf('/queue/ticket'),
      '/t/new',
      '/find',
      '/c',
      '/me',
      '/keys',
      '/queue/unpaid',
      '/queue/identity',
      '/notice',
      '/nowhere',
    ],
  ],
  [
    'fukuda',
    [
      '/approval',
      '/approval?decided=true',
      '/queue/identity',
      firstOf('/queue/identity'),
      '/queue/application',
      '/queue/claim',
      '/queue/hold?group=overdue',
    ],
  ],
  ['ikeda', ['/queue/refund', '/queue/usage', firstOf('/queue/bill'), '/queue/message']],
  ['yoshida', ['/outage', firstOf('/outage'), '/outage/new', '/notice']],
  ['sasaki', ['/', firstOf('/approval')]],
  ['matsumoto', ['/access', '/audit', '/me']],
]

/** Whoever is not at the desk sees these; they ask nobody to log in. */
const entrances = ['/login', '/no-entry', '/directory-down']

for (const [loginId, paths] of screens)
  test(`${loginId}の画面は、375pxでも暗い配色でも、読み上げと表示に欠けがない`, async ({
    page,
  }) => {
    // A dozen pages, each looked at twice.
    test.setTimeout(240_000)
    await logIn(page, loginId)
    for (const screen of paths) {
      await openDesk(page, typeof screen === 'string' ? screen : screen.firstOf)
      if (typeof screen !== 'string') {
        await page.locator('main [data-row] th a').first().click()
        await page.waitForURL((url) => url.pathname + url.search !== screen.firstOf)
        await running(page)
      }
      await looksRight(page)
    }
  })

test('ログインの前の画面と、相手を確かめる前の会員の記録も、375pxで欠けがない', async ({
  page,
}) => {
  for (const path of entrances) {
    await openDesk(page, path)
    await looksRight(page)
  }
  await logIn(page, 'yamamoto', '/queue/ticket')
  // suzuki's call is the case that came in last of those by telephone.
  await page
    .getByRole('row')
    .filter({ hasText: '電話' })
    .filter({ hasText: '料金' })
    .last()
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: '360°を開く' }).click()
  await page.waitForURL(/\/c\/[^/]+$/u)
  await running(page)
  await expect(page.locator('main')).toContainText(
    '概要・回線・手続き・請求は、確認のあとに開きます。',
  )
  await looksRight(page)
})

test.describe('スクリプトのない端末でも', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } })

  for (const [loginId, paths] of screens)
    test(`${loginId}の画面はすべて開き、押せるものはすべて送れる`, async ({ page }) => {
      test.setTimeout(240_000)
      await logIn(page, loginId)
      for (const screen of paths) {
        await page.goto(consoleUrl + (typeof screen === 'string' ? screen : screen.firstOf))
        if (typeof screen !== 'string') {
          await page.locator('main [data-row] th a').first().click()
          await page.waitForURL((url) => url.pathname + url.search !== screen.firstOf)
        }
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('main button:visible:not(form button):not([form])')).toHaveCount(
          0,
        )
      }
    })
})

test('コンソールのどの画面も、上のどれかで見ている', () => {
  const seen = screens.flatMap(([, paths]) =>
    paths.map((screen) => (typeof screen === 'string' ? screen : `${screen.firstOf}/first`)),
  )
  const visited = [...seen, ...entrances, '/c/grant', '/t/T-2222-22'].map(
    (path) => new URL(path, 'http://desk').pathname,
  )
  const pages = routes
    .filter(({ file, path = '' }) => file.endsWith('.tsx') && !path.startsWith('c/:grant/mypage'))
    .map(({ path = '' }) => `/${path}`)
  const unseen = pages.filter((pattern) => !visited.some((path) => matchPath(pattern, path)))
  expect(unseen).toEqual([])
})
