import type { Page } from '@playwright/test'
import { elementsOf, textOf } from '#server/content/html-tree.ts'
import { expect, logIn, open, test, undrawn } from './fixtures.ts'
import { findings } from './findings.ts'
import {
  entry,
  heading,
  looksRight,
  looksRightToo,
  press,
  pressTwice,
  printsRight,
  reaches,
} from './procedures-screen.ts'

// Each test is a walk of many pages: on a machine with other work it takes its time.
test.describe.configure({ timeout: 180_000 })
// axe tries a style of its own, which the page's policy refuses; 4xx answers what must be refused.
test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

// Without script, and what needs no browser: tests/http/procedures.test.ts, tests/api/line-walk.test.ts and the walks of tests/api. What is
// @long is walked, with more states, in procedures-plan-size.e2e.ts and procedures-sim.e2e.ts.

test(
  'SIMの再発行は、eSIMを選んだときだけEIDを尋ね、打ったEIDは誤りのあとも残る。二重に押しても1件で、経過が出て、発送までは取り消せる',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await looksRightToo(page, 'change-choice')
    const tablet = page.locator('.card', { hasText: '家のタブレット' })
    await tablet.getByRole('link', { name: /サイズ変更・再発行/ }).click()
    await test.step('EIDの桁が足りない', async () => {
      await page.getByRole('radio', { name: /^機種変更/ }).check()
      await expect(page.getByLabel(/^EID/)).toBeHidden()
      await page.getByRole('radio', { name: /^eSIM 端末/ }).check()
      await page.getByLabel(/^EID/).fill('8904 9032')
      await press(page, '費用と日程を確認する')
      await expect(page.getByRole('alert')).toContainText('いまは8桁です')
      await expect(page.getByLabel(/^EID/)).toHaveValue('8904 9032')
      await expect(page.getByRole('radio', { name: /^機種変更/ })).toBeChecked()
      await looksRight(page, 'change-wrong')
    })
    await test.step('カードを申し込む', async () => {
      await page.getByRole('radio', { name: /^故障・破損/ }).check()
      await page.getByRole('radio', { name: /^nanoSIM/ }).check()
      await press(page, '費用と日程を確認する')
      await expect(entry(page, '取り消し')).toContainText('SIMの発送前まで')
      await looksRightToo(page, 'reissue-confirm')
      await pressTwice(page, /SIMの発行を申し込む/)
      await expect(heading(page, /受付$/)).toBeVisible()
    })
    await test.step('経過を見て、取り消す', async () => {
      await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
      await expect(page.getByRole('heading', { name: 'これまでの経過と予定' })).toBeVisible()
      await reaches(page, '準備中')
      await looksRight(page, 'order-preparing')
      if (process.env['TEST_LONG']) {
        await page.getByRole('link', { name: 'お申し込みを取り消す' }).click()
        await looksRight(page, 'order-withdraw')
      }
      const order = await (await undrawn(page)).open(page.url())
      await (await order.follow('お申し込みを取り消す')).press('お申し込みを取り消す')
      await reaches(page, '取り消し済み')
    })
  },
)

const change = '/mypage/plan/change.html'

/** @param input how the first screen is called, where it is looked at */
async function toConfirm(page: Page, input?: string) {
  await page.goto(change)
  if (input) await looksRight(page, input)
  await page.getByRole('radio', { name: /^8GB/ }).check()
  await press(page, '変更の内容を確認する')
  await expect(heading(page, 'データ容量の変更の確認')).toBeVisible()
}

const receiptNumber = async (page: Page) =>
  (await page.locator('#receipt dd').first().textContent()) ?? ''

/** The changes of size the member sees under way, by their titles. */
const underWay = async (page: Page) => {
  const orders = elementsOf(await (await page.request.get('/mypage/order.html')).text())
  const titles = orders.filter(({ tagName }) => tagName === 'h2').map(textOf)
  return titles.filter((title) => title.startsWith('データ容量'))
}

test(
  '予約は、二重に押しても、戻って押し直しても、別のタブから送っても1件。取り消せる',
  { tag: '@looks' },
  async ({ page, context }) => {
    await logIn(page, 'kobayashi')
    await toConfirm(page, 'plan-input')
    await expect(entry(page, '適用日')).toHaveText(/2026年12月1日/)
    await expect(entry(page, '取り消し')).toContainText('2026年11月29日（日）12:00まで取り消せます')
    await looksRight(page, 'plan-confirm')
    await printsRight(page, 'plan-confirm')
    const old = await context.newPage()
    await old.goto(page.url())
    const other = await context.newPage()
    await toConfirm(other)

    await pressTwice(page, 'この内容で変更を予約する')
    await expect(page).toHaveURL(/\?done=/)
    const orderNo = await receiptNumber(page)
    await looksRight(page, 'plan-done')
    // Back is 確認 where script had not run yet, else 入力: both show the booking and have no button to press again.
    await page.goBack()
    await expect(page.locator('main')).toContainText(/変更を予約しています|すでに予約されています/)
    await expect(page.getByRole('button', { name: 'この内容で変更を予約する' })).toHaveCount(0)
    await press(old, 'この内容で変更を予約する')
    await expect(old).toHaveURL(/\?done=/)
    expect(await receiptNumber(old)).toBe(orderNo)
    // A tab with a draft of its own is a second request: it is answered that the size is chosen already.
    await press(other, 'この内容で変更を予約する')
    await expect(other.getByRole('alert')).toContainText('すでに予約されています')
    await looksRightToo(other, 'plan-refused')
    await other.close()
    expect(await underWay(page)).toEqual(['データ容量の変更（5GBから8GBへ）'])

    if (process.env['TEST_LONG']) {
      await page.goto(change)
      await looksRight(page, 'plan-booked')
      await page.getByRole('link', { name: '予約を取り消す' }).click()
      await looksRight(page, 'plan-undo')
    }
    const booked = await (await undrawn(page)).open(change)
    const undone = await (await booked.follow('予約を取り消す')).press('予約を取り消す')
    expect(undone.text).toContain('を取り消しました')
    // The old tab's page still has its button: what was undone is not booked again by it.
    await old.reload()
    await expect(old.locator('main')).toContainText(
      'データ容量の変更（5GBから8GBへ）を取り消しました',
    )
    expect(await underWay(page)).toEqual([])
  },
)

test(
  '期限のカレンダーは、秘密のアドレスを作って読め、無効にすると読めない',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'sato', '/mypage/deadline.html')
    await press(page, 'カレンダー用のアドレスを作る')
    const address = await page.getByLabel('カレンダー用のアドレス').inputValue()
    const feed = await page.request.get(address)
    expect(feed.status()).toBe(200)
    expect(await feed.text()).toContain('BEGIN:VCALENDAR')
    expect(await findings(page, 'main')).toEqual([])
    await press(page, 'アドレスを無効にする')
    await expect(page.getByRole('button', { name: 'カレンダー用のアドレスを作る' })).toBeVisible()
    expect((await page.request.get(address)).status()).toBe(404)
  },
)

/** What is wrong is read out again at each answer, not only when its words are new. */
const takesFocusTwice = async (page: Page, button: RegExp) => {
  const summary = page.locator('.error-summary')
  await press(page, button)
  await expect(summary).toBeFocused()
  await page.getByRole('button', { name: button }).focus()
  await press(page, button)
  await expect(summary).toBeFocused()
}

test('同じ誤りのままもう一度押しても、何が違うかの一覧がまた読み上げられる位置に移る', async ({
  page,
}) => {
  await logIn(page, 'suzuki', '/mypage/sim/cancel.html')
  await takesFocusTwice(page, /^解約の内容を確認する$/)
  await open(page, '/mypage/billing/limit.html')
  await page.getByLabel(/上限の金額/).fill('1')
  await takesFocusTwice(page, /^上限を(決める|変える)$/)
})

// Of the same frame, at 320 px: mypage-narrow.e2e.ts.
test('320pxの画面でも、どのページも横にはみ出さない', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await logIn(page, 'sato', '/mypage/contract.html')
  for (const path of [
    '/mypage/contract.html',
    '/mypage/plan/change.html?step=confirm&plan=20',
    '/mypage/sim/cancel.html?step=confirm&scope=contract',
    '/mypage/order.html',
    '/mypage/portout.html',
    '/mypage/document.html',
    '/mypage/deadline.html',
  ]) {
    await page.goto(path)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, over]).toEqual([path, 0])
  }
})
