import type { Page } from '@playwright/test'
import { brand } from '#brand'
import { antiForgery, idempotencyKeyHeader } from '#protocol/conventions.ts'
import { ALERT_SETTINGS_PATH } from '#protocol/reading.ts'
import { pages } from '#vocabulary/pages.ts'
import { findings } from './findings.ts'
import { expect, open, phone, test } from './fixtures.ts'
import {
  asInstalled,
  inTunnel,
  openApp,
  putsOf,
  storedByOtherVersion,
  storedIn,
  underWorker,
} from './installed-app.ts'
import { logIn } from './fixtures.ts'

// The installed app out of reach of the network, and that nothing of it stays after the logout (docs/decisions/108).

test.use({
  ...phone,
  // A context that is used again lets no worker in.
  reuseContext: false,
  serviceWorkers: 'allow',
  // What is asked for in a tunnel fails; axe tries a style of its own.
  expectedConsole: /Failed to load resource|Applying inline style/,
})

// One worker: what lets a service worker in has a browser of its own.
test.describe.configure({ mode: 'default' })

test(
  '電波がないときも、最後に受け取った残り・請求・手続きが、その時刻とともに開き、決めた切り替えは、つながったら1回だけ送る。端末に残すのは読めない形だけで、キャッシュには何も入れない',
  { tag: '@looks' },
  async ({ page }) => {
    await openApp(page, 'suzuki')
    const figure = await page.locator('.residual__figure').textContent()
    await open(page, pages.billing)
    const months = await page.locator('#bills tbody tr').count()
    await open(page, pages.orders)
    await expect.poll(async () => (await storedIn(page)).rows).toEqual(['bills', 'orders', 'top'])
    const { dump, caches } = await storedIn(page)
    expect(caches).toEqual([])
    expect(dump).not.toMatch(/totalBytes|lineId|容量|0[789]0-?\d{4}-?\d{4}/)

    await inTunnel(page, true)
    await test.step('請求、手続き、追加、紛失の画面', async () => {
      await page.goto(pages.billing)
      await expect(page.locator('#bills tbody tr')).toHaveCount(months)
      await expect(page.locator('.offline__time strong')).toHaveText(/^きょう \d+:\d\d$/)
      await looksRightToo(page)
      await page.goto(pages.orders)
      await expect(page.getByRole('heading', { name: '進行中のお手続き' })).toBeVisible()
      await page.goto(pages.topUp)
      await expect(page.getByText('この画面は、つながっているときに開けます。')).toBeVisible()
      await looksRightToo(page)
      await page.goto(pages.lost)
      await expect(page.locator('.offline__stage')).toContainText(
        `ほかの電話から${brand.telephone}におかけください`,
      )
    })
    await test.step('トップの残りと、決めた切り替え', async () => {
      await page.goto(pages.top)
      await expect(page.getByText('つながっていません').last()).toBeVisible()
      await expect(page.locator('.mystage__ring p')).toHaveText(
        new RegExp(`^\\d+:\\d\\dの${figure?.trim()}$`),
      )
      await expect(page.locator('.offline__time strong')).toHaveText(/^きょう \d+:\d\d$/)
      await expect(page.getByText('いまは、これより少ないはずです。')).toBeVisible()
      const [first] = await page.getByRole('button', { name: /^つながったら/ }).all()
      await first?.click()
      await expect(page.getByText('待っています：')).toBeVisible()
      await page.reload()
      await expect(page.getByText('待っています：')).toBeVisible()
      expect(await findings(page)).toEqual([])
    })
    await test.step('つながったら1回だけ送る', async () => {
      const sent = putsOf(page)
      await inTunnel(page, false)
      await expect(page.getByText('つながっていないときに決めた操作')).toBeVisible()
      await expect(page.getByRole('status').getByText(/：送りました。$/)).toBeVisible()
      expect(sent).toHaveLength(1)
      expect((await storedIn(page)).rows).not.toContain('asked')
      await open(page, pages.top)
      await expect(page.locator('.offline')).toHaveCount(0)
      await expect(page.getByText('つながっていないときに決めた操作')).toHaveCount(0)
      expect(sent).toHaveLength(1)
    })
  },
)

test('ログアウトすると端末には何も残らず、電波がないままログアウトしても記録は消えて、つながったときにログアウトが終わる', async ({
  page,
  context,
}) => {
  const cookieNames = async () => (await context.cookies()).map(({ name }) => name)
  await test.step('電波がないまま', async () => {
    await openApp(page, 'sato')
    await inTunnel(page, true)
    await page.goto(pages.top)
    await page.getByRole('button', { name: 'この端末の記録を消してログアウト' }).click()
    await expect(page.getByText('この端末に残した数字を消しました。')).toBeVisible()
    expect((await storedIn(page)).rows).toEqual(['left'])
    expect(await cookieNames()).not.toContain('stored')

    await inTunnel(page, false)
    await page.waitForURL((url) => url.pathname !== pages.top)
    await page.goto('/robots.txt')
    expect(await storedIn(page)).toMatchObject({ rows: [], workers: 0 })
    const answer = await page.request.get('/api/login/left/')
    expect(answer.status()).toBe(401)
  })
  await test.step('つながっているとき', async () => {
    await openApp(page, 'sato')
    await page.goto('/auth/logout')
    await page.getByRole('button', { name: 'ログアウトする' }).click()
    await page.waitForURL((url) => url.pathname !== '/auth/logout')
    await page.goto('/robots.txt')
    expect(await storedIn(page)).toMatchObject({ rows: [], caches: [], workers: 0 })
    const names = await cookieNames()
    expect(names).not.toContain('stored')
    expect(names).not.toContain('sid')
  })
})

const nothingStored = 'この端末には、まだ数字が残っていません。'

test('ブラウザーで開いただけでは数字を残さず、端末の空きがなくてもいつものとおり開き、同じ端末でほかの人がログインすると、前の人の数字は開けず、消える', async ({
  page,
  context,
}) => {
  await test.step('ブラウザーで開いただけ', async () => {
    await logIn(page, 'sato', pages.top)
    await underWorker(page)
    await inTunnel(page, true)
    await page.goto(pages.top)
    await expect(page.getByText(nothingStored)).toBeVisible()
    await inTunnel(page, false)
  })
  await test.step('端末の空きがない', async () => {
    const full = await context.newPage()
    await full.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        Object.assign(globalThis, { isRefused: true })
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await asInstalled(full)
    await full.goto(pages.top)
    await expect(full.locator('.residual__figure')).toHaveText(/残り/)
    await expect.poll(() => full.evaluate(() => 'isRefused' in globalThis)).toBe(true)
    expect((await storedIn(full)).rows).toEqual([])
    await full.close()
  })
  await test.step('ほかの人のログイン', async () => {
    await openApp(page, 'suzuki')
    await open(page, pages.billing)
    await expect.poll(async () => (await storedIn(page)).rows).toEqual(['bills', 'top'])
    await logIn(page, 'sato')
    await inTunnel(page, true)
    await page.goto(pages.billing)
    await expect(page.getByText(nothingStored)).toBeVisible()
    await inTunnel(page, false)
    // It comes back by itself, and would break off whatever is opened meanwhile.
    await expect(page.getByText(nothingStored)).toBeHidden()
    await open(page, pages.contract)
    await expect.poll(async () => (await storedIn(page)).rows).toEqual([])
  })
})

test(
  'つながっていないときに決めたお知らせの設定は、待っていると示し、つながったら1回だけ送る。そのあいだにほかの画面で変わっていたら、上書きせず、そう伝える',
  { tag: '@looks' },
  async ({ page }) => {
    const box = (name: RegExp) => page.getByRole('checkbox', { name })
    await openApp(page, 'kobayashi')
    const set = { unit: 'remainingBytes', value: 500_000_000, enabled: true }
    await setAlerts(page, { channel: 'mail', thresholds: [set], usedUp: true })
    await open(page, pages.alert)
    await expect.poll(async () => (await storedIn(page)).rows).toContain('alerts')
    await askInTunnel(page, [/^500\sMB$/, /^1\sGB$/])
    await expect(box(/^1\sGB$/)).toBeChecked()
    await looksRightToo(page)
    await page.goto(pages.top)
    await expect(page.getByText('つながるのを待っている操作があります')).toBeVisible()
    await page.goto(pages.alert)
    const sent = putsOf(page)
    await inTunnel(page, false)
    await expect(page.getByText('データ残量のお知らせの設定：送りました。')).toBeVisible()
    await expect(box(/^1\sGB$/)).toBeChecked()
    await expect(box(/^500\sMB$/)).not.toBeChecked()
    expect(sent).toHaveLength(1)
    expect((await storedIn(page)).rows).not.toContain('asked')

    await askInTunnel(page, [/^1\sGB$/, /^500\sMB$/])
    await setAlerts(page, { channel: 'none', thresholds: [], usedUp: false })
    await inTunnel(page, false)
    await expect(page.getByText('ほかの画面で変わっていたため、送っていません。')).toBeVisible()
    await expect(page.getByLabel('受け取らない')).toBeChecked()
    await expect(box(/^1\sGB$/)).not.toBeChecked()
    expect(sent).toHaveLength(1)
  },
)

test('アプリの版が変わっても、読めない数字は出さず、送れなくなった操作は黙って消さずに伝える。端末の時計が23時間狂っていても、残した数字は正しい時刻とともに開き、13日が過ぎたら開かない', async ({
  page,
}) => {
  await openApp(page, 'suzuki')
  await test.step('版が変わった', async () => {
    const later = { path: '/api/elsewhere', what: 'of another shape' }
    await storedByOtherVersion(page, 'top', { figure: 'of another shape' })
    await storedByOtherVersion(page, 'asked', [later])
    await inTunnel(page, true)
    await page.goto(pages.top)
    await expect(page.getByText(nothingStored)).toBeVisible()
    await expect(page.locator('.mystage__ring')).toHaveCount(0)
    expect((await storedIn(page)).rows).toContain('asked')
    const sent = putsOf(page)
    await inTunnel(page, false)
    await expect(
      page.getByText('つながったらすること：アプリが新しくなったため、送っていません。'),
    ).toBeVisible()
    expect(sent).toEqual([])
    await expect.poll(async () => (await storedIn(page)).rows).toEqual(['top'])
    // What came of them in a version that knows more of it.
    const outcome = { key: 'x', words: '別の操作', outcome: 'new' }
    await storedByOtherVersion(page, 'outcomes', [outcome], 0)
    await open(page, pages.contract)
    await expect(page.getByText('別の操作：受け付けられませんでした。')).toBeVisible()
  })
  await test.step('時計が狂っている', async () => {
    const trueMs = Date.now()
    await page.clock.setFixedTime(trueMs + 23 * 3_600_000)
    await open(page, pages.top)
    await inTunnel(page, true)
    const time = page.locator('.offline__time strong')
    await page.goto(pages.top)
    await expect(time).toHaveText(/^きょう \d+:\d\d$/)
    const said = (await time.textContent()) ?? ''
    // Put right, which is back for what lies there.
    await page.clock.setFixedTime(trueMs)
    await page.goto(pages.top)
    await expect(time).toHaveText(said)
    // By the clock of then, which was 23 hours ahead.
    await page.clock.setFixedTime(trueMs + (23 + 13 * 24) * 3_600_000)
    await page.goto(pages.top)
    await expect(page.getByText(nothingStored)).toBeVisible()
  })
})

/** The offline page is one; its further states are looked at by the long tests. */
async function looksRightToo(page: Page) {
  if (process.env['TEST_LONG']) expect(await findings(page)).toEqual([])
}

/** Out of reach of the network, and another threshold than the one that is set asked for. */
async function askInTunnel(page: Page, [set, wanted]: readonly [RegExp, RegExp]) {
  await inTunnel(page, true)
  await page.goto(pages.alert)
  await page.getByRole('checkbox', { name: set }).uncheck()
  await page.getByRole('checkbox', { name: wanted }).check()
  await page.getByRole('button', { name: 'つながったら、この設定にする' }).click()
  await expect(page.getByText('待っています：')).toBeVisible()
}

/** By the API, as another screen does. */
async function setAlerts(page: Page, settings: object) {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === antiForgery.cookie)?.value ?? ''
  const answer = await page.request.put(`${ALERT_SETTINGS_PATH}/`, {
    headers: {
      [antiForgery.header]: token,
      [idempotencyKeyHeader]: crypto.randomUUID(),
      origin: new URL(page.url()).origin,
      'sec-fetch-site': 'same-origin',
    },
    data: settings,
  })
  expect(answer.status()).toBe(200)
}
