import type { Page } from '@playwright/test'
import { expect, logInOnPages } from './fixtures.ts'
import { logIn, test, type OwnPortal } from './own-portal.ts'
import { heading, looksRight, looksRightToo, press, untilShown } from './procedures-screen.ts'

// The walk without script, over the API's harness: tests/api/phone-move-walk.test.ts.
// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const move = '/mypage/sim/move.html'
const title = '新しいスマホに移す'

/** Counts the presses that the member makes on whichever site; what is typed is none. */
async function countTaps(page: Page) {
  let taps = 0
  await page.exposeFunction('tapped', () => void (taps += 1))
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => Reflect.get(window, 'tapped')(), true),
  )
  return () => taps
}

const tap = (page: Page, role: 'link' | 'button' | 'radio', name: string | RegExp) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click()

/** What "ten minutes" counts: how long this machine took, which is no person. */
const MOST_MS = 10 * 60_000

/** From the choice of the line to the code, proved by the chip of a document. */
async function toCode(page: Page) {
  await expect(heading(page, title)).toBeVisible()
  await tap(page, 'button', '次へ')
  await tap(page, 'radio', /IC/)
  await tap(page, 'button', '確かめて進む')
  await tap(page, 'button', 'ICチップの読み取りに進む')
  // The card held against the phone: of the stand-in's reader two presses more.
  await tap(page, 'radio', /^一致/)
  await tap(page, 'button', 'この結果で進む')
  await untilShown(page, '新しいスマホで読み取る')
}

const codeOn = (page: Page) =>
  page.locator('main dt:text-is("アクティベーションコード") + dd .flow-code').first().textContent()

/** The new phone reads the code; the network sees it twenty seconds later. */
async function readByPhone({ carrierUrl }: OwnPortal, page: Page) {
  const activationCode = (await codeOn(page)) ?? ''
  const body = JSON.stringify({ activationCode, maker: 'Google', name: 'Google Pixel 10' })
  const answer = await fetch(`${carrierUrl}/phone/read`, { method: 'POST', body })
  expect(answer.status).toBe(200)
  await untilShown(page, '新しいスマホに切り替える')
}

test(
  'ログインからコードまで12回のタップと10分のうちに着き、切り替え、元に戻し、もう一度移せる',
  {
    tag: '@long',
  },
  async ({ page, portal }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    const began = Date.now()
    const taps = await countTaps(page)
    await logInOnPages(page, 'sato', '/mypage/top.html')
    await tap(page, 'link', '手続き')
    await tap(page, 'link', new RegExp(title))
    await looksRight(page, 'move-1-line')
    await page.getByLabel(/機種名/).fill('Pixel 10')
    await toCode(page)
    // ログイン and 確認する at the provider, 手続き, 新しいスマホに移す, and six more.
    expect(taps()).toBe(10)
    expect(Date.now() - began).toBeLessThan(MOST_MS)
    await looksRight(page, 'move-3-code')

    await readByPhone(portal, page)
    await looksRight(page, 'move-4-seen')
    await press(page, '新しいスマホに切り替える')
    await untilShown(page, '新しいスマホに切り替わりました')
    await expect(page.locator('main')).toContainText('元に戻せます')
    await expect(page.locator('main')).toContainText('Google Pixel 10')
    await looksRight(page, 'move-4-switched')

    await page.goto('/mypage/top.html')
    await expect(page.locator('main')).toContainText('元のスマホに戻せます')
    await looksRight(page, 'top-moved')
    await page.getByRole('link', { name: '移行の画面を開く' }).click()
    await press(page, '元のスマホに戻す')
    await untilShown(page, '元のスマホで使えます')
    await looksRight(page, 'move-rolled-back')

    const before = taps()
    await tap(page, 'link', 'もう一度、新しいスマホに移す')
    await toCode(page)
    expect(taps() - before).toBe(7)
    await readByPhone(portal, page)
    await press(page, '新しいスマホに切り替える')
    await untilShown(page, '新しいスマホに切り替わりました')
  },
)

test('eSIMのない端末と、進んでいる移行は、その場で分かる', { tag: '@looks' }, async ({ page }) => {
  if (process.env['TEST_LONG']) {
    await logIn(page, 'ito', move)
    await looksRight(page, 'move-1-refused')
  }
  await logIn(page, 'suzuki', move)
  await page.getByRole('radio', { name: /健一/ }).check()
  await page.getByLabel(/機種名/).fill('iPhone 8')
  await press(page, '次へ')
  await expect(page.locator('main')).toContainText('eSIMに対応していません')
  await looksRightToo(page, 'move-1-no-esim')
  await page.getByLabel(/機種名/).fill('Pixel 9')
  await press(page, '次へ')
  await looksRight(page, 'move-2-proof')
  await page.getByRole('radio', { name: /どれも使えない/ }).check()
  await press(page, '確かめて進む')
  await expect(page.locator('main')).toContainText('手続きを進めずにお待ちしています')
  await looksRightToo(page, 'move-2-waits')
  await page.getByText('移行を取りやめる').first().click()
  await press(page, '移行を取りやめる')
  await expect(page.locator('main')).toContainText('移行を取りやめました')
  await looksRightToo(page, 'move-withdrawn')
})
