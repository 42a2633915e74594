import type { Page } from '@playwright/test'
import { expect, logIn, open, test } from './fixtures.ts'
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

const number = (page: Page) =>
  page.locator('.amount--figure').filter({ hasText: /^\d\d-\d{3}-\d{5}$/ })
const noFinding = async (page: Page) => expect(await findings(page, 'main')).toEqual([])

// Each test is a walk of many pages: on a machine with other work it takes its time.
test.describe.configure({ timeout: 180_000 })
// axe tries a style of its own, which the page's policy refuses; 4xx answers what must be refused.
test.use({ expectedConsole: /Applying inline style|status of 4\d\d/ })

/**
 * 3 lines on 10 GB: one member walks through everything, so nothing here runs at the same time. Without script, and what needs
 * no browser: tests/http/procedures.test.ts. What is @long is walked, with more states, in procedures-plan-size.e2e.ts and
 * procedures-sim.e2e.ts.
 */
test.describe.serial('鈴木さん（シェアコース3回線）', () => {
  test('解約は費用と最終利用日が先に出て、回線ごとに予約し、取り消せる', async ({ page }) => {
    await logIn(page, 'suzuki', '/mypage/sim/cancel.html')
    const [fee, form] = await Promise.all([
      page.getByText('解約金').first().boundingBox(),
      page.getByText('解約するもの').first().boundingBox(),
    ])
    expect(fee?.y).toBeLessThan(form?.y ?? 0)
    await page.getByRole('radio', { name: /一部の回線だけ/ }).check()
    await page.getByRole('checkbox', { name: /家のタブレット/ }).check()
    await press(page, '解約の内容を確認する')
    await expect(heading(page, '解約の確認')).toBeVisible()
    await noFinding(page)
    await page.getByRole('checkbox').check()
    await press(page, '解約を予約する')
    await expect(heading(page, '解約の受付')).toBeVisible()

    await page.goto('/mypage/sim/cancel.html')
    await page.getByRole('link', { name: '解約の予約を取り消す' }).click()
    await press(page, '解約の予約を取り消す')
    await expect(page).toHaveURL(/\?done=/)
    await page.goto('/mypage/sim/cancel.html')
    await expect(page.getByText('解約：')).toHaveCount(0)
  })

  test('EIDの桁が足りないと入力に残り、入力した内容が消えない。EIDはアドレスに現れない', async ({
    page,
  }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await page
      .locator('.card', { hasText: '家のタブレット' })
      .getByRole('link', { name: /サイズ変更・再発行/ })
      .click()
    await page.getByRole('radio', { name: /^機種変更/ }).check()
    await expect(page.getByLabel(/^EID/)).toBeHidden()
    await page.getByRole('radio', { name: /^eSIM 端末/ }).check()
    await page.getByLabel(/^EID/).fill('8904 9032')
    await press(page, '費用と日程を確認する')
    await expect(page.getByRole('alert')).toContainText('いまは8桁です')
    await expect(page.getByLabel(/^EID/)).toHaveValue('8904 9032')
    await expect(page.getByRole('radio', { name: /^機種変更/ })).toBeChecked()
    await noFinding(page)
    await page.getByLabel(/^EID/).fill('8904 9032 0000 0000 0000 0000 0027 0017')
    await press(page, '費用と日程を確認する')
    await expect(heading(page, 'SIMのサイズ変更・再発行の確認')).toBeVisible()
    await expect(page.getByText('8904 9032 0000 0000 0000 0000 0027 0017')).toBeVisible()
    expect(page.url()).not.toContain('8904')
    await noFinding(page)
  })

  test('SIMの再発行は、二重に押しても1件で、お手続き状況に経過が出て、発送までは取り消せる', async ({
    page,
  }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await looksRight(page, 'change-choice')
    const tablet = page.locator('.card', { hasText: '家のタブレット' })
    await tablet.getByRole('link', { name: /サイズ変更・再発行/ }).click()
    await page.getByRole('radio', { name: /^故障・破損/ }).check()
    await page.getByRole('radio', { name: /^nanoSIM/ }).check()
    await press(page, '費用と日程を確認する')
    await expect(entry(page, '取り消し')).toContainText('SIMの発送前まで')
    await looksRight(page, 'reissue-confirm')
    await printsRight(page, 'reissue-confirm')
    await pressTwice(page, /SIMの発行を申し込む/)
    await expect(heading(page, /受付$/)).toBeVisible()
    await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
    await expect(page.getByRole('heading', { name: 'これまでの経過と予定' })).toBeVisible()
    await reaches(page, '準備中')
    await looksRight(page, 'order-preparing')
    await page.getByRole('link', { name: 'お申し込みを取り消す' }).click()
    await looksRight(page, 'order-withdraw')
    await press(page, 'お申し込みを取り消す')
    await reaches(page, '取り消し済み')
  })

  test('MNP転出は3画面で申し込め、引き止めも別プランの案内もない', async ({ page }) => {
    await logIn(page, 'suzuki', '/mypage/portout.html')
    await page.getByRole('radio', { name: /蓮/ }).check()
    await press(page, '転出の内容を確認する')
    await expect(heading(page, 'MNP転出の確認')).toBeVisible()
    for (const word of ['お得', 'プラン', '特典', 'アンケート', 'クーポン'])
      await expect(page.locator('main')).not.toContainText(word)
    await noFinding(page)
    await page.getByRole('checkbox').check()
    await press(page, 'MNP予約番号の発行を申し込む')
    await expect(heading(page, 'MNP予約番号')).toBeVisible()
    // The carrier takes its minutes: the page shows which of the two it is.
    await expect(
      page.getByText('MNP予約番号を発行しています').or(number(page)).first(),
    ).toBeVisible()
    await noFinding(page)
  })
})

const change = '/mypage/plan/change.html'
const options = '/mypage/option.html'

async function toConfirm(page: Page) {
  await page.goto(change)
  await page.getByRole('radio', { name: /^8GB/ }).check()
  await press(page, '変更の内容を確認する')
  await expect(heading(page, 'データ容量の変更の確認')).toBeVisible()
}

const receiptNumber = async (page: Page) =>
  (await page.locator('#receipt dd').first().textContent()) ?? ''

/** The changes of size the member sees under way, by their titles. */
const underWay = async (page: Page) => {
  await page.goto('/mypage/order.html')
  return page.locator('main .card h2', { hasText: 'データ容量' }).allTextContents()
}

/** One after the other: an option that is joined meanwhile is another price on the screen where a size is confirmed. */
test.describe('小林さん（1回線）', () => {
  test.describe.configure({ mode: 'default' })

  test('予約は、二重に押しても、戻って押し直しても、別のタブから送っても1件。取り消せる', async ({
    page,
    context,
  }) => {
    await logIn(page, 'kobayashi', change)
    await looksRight(page, 'plan-input')
    await toConfirm(page)
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
    await looksRight(other, 'plan-refused')
    await other.close()
    expect(await underWay(page)).toEqual(['データ容量の変更（5GBから8GBへ）'])

    await page.goto(change)
    await looksRight(page, 'plan-booked')
    await page.getByRole('link', { name: '予約を取り消す' }).click()
    await looksRight(page, 'plan-undo')
    await press(page, '予約を取り消す')
    // The address changes first, the screen after it.
    await expect(page.locator('main')).toContainText('を取り消しました')
    // The old tab's page still has its button: what was undone is not booked again by it.
    await old.reload()
    await expect(old.locator('main')).toContainText(
      'データ容量の変更（5GBから8GBへ）を取り消しました',
    )
    expect(await underWay(page)).toEqual([])
  })

  // Without script: tests/http/options.test.ts.
  test(
    '留守番電話を申し込むと、設備の設定が終わりしだい使える。解約と取り消しもできる',
    { tag: '@looks' },
    async ({ page }) => {
      await logIn(page, 'kobayashi', options)
      await looksRight(page, 'option-list')
      await page.getByRole('link', { name: /^申し込む\s*：留守番電話/ }).click()
      await expect(heading(page, 'オプションの確認')).toBeVisible()
      await looksRight(page, 'option-confirm')
      await page.getByRole('checkbox').check()
      await press(page, 'この内容で申し込む')
      await expect(heading(page, 'オプションの受付')).toBeVisible()
      await looksRightToo(page, 'option-done')
      await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
      await reaches(page, '完了')

      await page.goto(options)
      await page.getByRole('link', { name: /^解約する\s*：留守番電話/ }).click()
      await looksRight(page, 'option-leave')
      await press(page, 'このオプションを解約する')
      await expect(heading(page, 'オプションの受付')).toBeVisible()

      await page.goto(options)
      await page.getByRole('link', { name: /^解約を取り消す\s*：留守番電話/ }).click()
      await page.getByRole('checkbox').check()
      await press(page, '解約を取り消す')
      await expect(heading(page, 'オプションの解約の取り消し')).toBeVisible()
    },
  )
})

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
    await noFinding(page)
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
