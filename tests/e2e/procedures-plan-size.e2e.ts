import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import {
  entry,
  heading,
  looksRight,
  press,
  pressTwice,
  printsRight,
  reaches,
  standing,
} from './procedures-screen.ts'

const change = '/mypage/plan/change.html'

// axe tries a style of its own, which the page's policy refuses; 4xx answers what must be refused.
test.use({
  life: 'plan-size',
  expectedConsole: /Applying inline style|status of 4\d\d/,
})
// The tests are one life: the clock only goes on. The same without script, and not looked at: tests/api/plan-size-walk.test.ts.
test.describe.configure({ mode: 'serial', timeout: 420_000 })

async function toConfirm(page: Page, size: RegExp) {
  await page.goto(change)
  await page.getByRole('radio', { name: size }).check()
  await press(page, '変更の内容を確認する')
  await expect(heading(page, 'データ容量の変更の確認')).toBeVisible()
}

async function book(page: Page, size: RegExp): Promise<string> {
  await toConfirm(page, size)
  await press(page, 'この内容で変更を予約する')
  await expect(page).toHaveURL(/\?done=/)
  return receiptNumber(page)
}

const receiptNumber = async (page: Page) =>
  (await page.locator('#receipt dd').first().textContent()) ?? ''

/** The orders the member sees under way, by their titles. */
const underWay = async (page: Page) => {
  await page.goto('/mypage/order.html')
  return page.locator('main .card h2').allTextContents()
}

test(
  '確認のあとで締め切りを過ぎると、予約せずに新しい適用日を見せる。月が替わるとその容量になる',
  { tag: '@long' },
  async ({ page, portal }) => {
    await logIn(page, 'sato', change)
    const first = await book(page, /^10GB/)
    await page.goto('/mypage/deadline.html')
    await expect(page.locator('main')).toContainText('取り消しの期限：データ容量の変更')
    await looksRight(page, 'deadlines-booked')

    await portal.clock.to('2026-11-29T11:55')
    await logIn(page, 'sato', change)
    await toConfirm(page, /^20GB/)
    await expect(page.locator('main')).toContainText('いまの予約と置き換わります')
    await expect(entry(page, '適用日')).toHaveText(/2026年12月1日/)
    await portal.clock.to('2026-11-29T12:00')
    await press(page, 'この内容で変更を予約する')
    await expect(page.getByRole('status')).toContainText('料金または適用日が変わりました')
    await expect(entry(page, '適用日')).toHaveText(/2027年1月1日/)
    await expect(page.locator('main')).not.toContainText('いまの予約と置き換わります')
    await looksRight(page, 'plan-cut-off-passed')
    await press(page, 'この内容で変更を予約する')
    await expect(page).toHaveURL(/\?done=/)
    const second = await receiptNumber(page)
    await page.goto(`${change}?undo=${first}`)
    await looksRight(page, 'plan-undo-too-late')
    await page.goto(change)
    await expect(page.locator('main .notice--info')).toHaveText([
      /2026年12月1日（火）に、3GBから10GBへ変わります。/,
      /2027年1月1日（金）に、10GBから20GBへ変わります。/,
    ])
    await looksRight(page, 'plan-two-booked')

    await portal.clock.to('2026-12-01T00:05')
    await logIn(page, 'sato', '/mypage/contract.html')
    await expect(page.locator('#contract')).toContainText('10')
    await looksRight(page, 'contract-after-change')
    await page.goto(`/mypage/order.html?no=${first}`)
    await expect(page.locator('main')).toContainText('適用済み')
    await looksRight(page, 'order-plan-applied')
    await page.goto(`${change}?undo=${second}`)
    await press(page, '予約を取り消す')
    await expect(page).toHaveURL(/\?done=/)
    expect(await underWay(page)).toEqual([])
  },
)

test('変更の書面が増え、紙でも頼める', { tag: '@long' }, async ({ page, portal }) => {
  // Documents are written in the hour after the change.
  await portal.clock.to('2026-12-01T09:05')
  await logIn(page, 'sato', '/mypage/document.html')
  await expect(page.locator('main .card h2')).toHaveCount(2)
  await looksRight(page, 'documents')
  for (const link of await page.getByRole('link', { name: /PDFを開く/ }).all()) {
    const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  }
  await page
    .getByRole('link', { name: /紙の書面を郵送/ })
    .first()
    .click()
  await expect(heading(page, '契約書面の郵送の確認')).toBeVisible()
  await expect(page.locator('#change')).toContainText('2026年12月分の請求に含めます')
  await looksRight(page, 'paper-confirm')
  await printsRight(page, 'paper-confirm')
  await pressTwice(page, '郵送を申し込む')
  await expect(heading(page, '契約書面の郵送の受付')).toBeVisible()
  await looksRight(page, 'paper-done')
  await page.goto('/mypage/document.html')
  await expect(page.locator('#papers .card, #papers article')).toHaveCount(1)
  await page.goto('/mypage/deadline.html')
  await looksRight(page, 'deadlines-after')
})

test(
  'SIMの追加：音声のSIMは本人確認を待つ。確かめるまでは、期限が出ていて、取り消せる',
  { tag: '@long' },
  async ({ page }) => {
    await addLine(page, 'voice', 'nano')
    await expect(page.locator('#change')).toContainText('2026年12月分の請求に含めます')
    await looksRight(page, 'add-confirm')
    await printsRight(page, 'add-confirm')
    const orderNo = await orderLine(page)
    await expect(standing(page)).toHaveText('本人確認待ち')
    await page.goto('/mypage/deadline.html')
    await expect(page.locator('main')).toContainText('本人確認の期限')
    await page.goto(`/mypage/order.html?no=${orderNo}`)
    await page.getByRole('link', { name: 'お申し込みを取り消す' }).click()
    await press(page, 'お申し込みを取り消す')
    await reaches(page, '取り消し済み')
  },
)

test(
  'SIMの追加：データのSIMは本人確認なしで、その日に使い始められる',
  { tag: '@long' },
  async ({ page, portal }) => {
    await addLine(page, 'data', 'esim')
    await orderLine(page)
    // The profile is ready twenty seconds after the order.
    await portal.clock.move('+1min')
    await reaches(page, '切り替え待ち')
    await page.getByRole('link', { name: '切り替えの日時を選ぶ' }).click()
    await press(page, 'この日時で切り替える')
    await reaches(page, '完了')
    await page.goto('/mypage/contract.html')
    await expect(page.locator('main')).toContainText('子ども用')
    await expect(page.locator('#contract')).toContainText('シェア')
    await looksRight(page, 'contract-two-lines')
  },
)

// Four days of the clock, and fifteen.
test('頼んだ書面は届くまで追える', { tag: '@long' }, async ({ page, portal }) => {
  await portal.clock.to('2026-12-05T00:05')
  await logIn(page, 'sato', '/mypage/document.html')
  await looksRight(page, 'documents-delivered')
  await expect(page.locator('#papers')).toContainText('お届け')
})

test(
  'SIMの追加：本人確認をしないままだと料金なしで取り消される',
  { tag: '@long' },
  async ({ page, portal }) => {
    test.setTimeout(1_200_000)
    await addLine(page, 'voice', 'nano')
    const abandoned = await orderLine(page)
    await portal.clock.to('2026-12-20T00:30')
    await logIn(page, 'sato')
    await page.goto(`/mypage/order.html?no=${abandoned}`)
    await expect(standing(page)).toHaveText('取り消し済み')
    await looksRight(page, 'add-lapsed')
  },
)

async function addLine(page: Page, kind: 'voice' | 'data', size: 'nano' | 'esim') {
  await logIn(page, 'sato', '/mypage/sim/add.html')
  await page.locator(`input[name="kind"][value="${kind}"]`).check()
  await page.locator(`input[name="size"][value="${size}"]`).check()
  if (size === 'esim') await page.getByLabel(/^EID/).fill('89049032000000000000000000270017')
  await page.getByLabel(/^回線の名前/).fill('子ども用')
  await press(page, '費用と日程を確認する')
  await expect(heading(page, 'SIMの追加の確認')).toBeVisible()
}

/** From 確認 to the order's page. */
async function orderLine(page: Page): Promise<string> {
  await page.getByRole('checkbox').check()
  await pressTwice(page, 'SIMの追加を申し込む')
  await expect(heading(page, 'SIMの追加の受付')).toBeVisible()
  await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
  await expect(page.getByRole('heading', { name: 'これまでの経過と予定' })).toBeVisible()
  return new URL(page.url()).searchParams.get('no') ?? ''
}
