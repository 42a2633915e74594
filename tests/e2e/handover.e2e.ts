import type { Page } from '@playwright/test'
import { expect, phone } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import { entry, heading, press } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')
const next = (page: Page, label = '次へ') =>
  page.locator('.apply__dock').getByText(label, { exact: true }).click()
const choose = (page: Page, name: string, value: string) =>
  page.locator(`[name="${name}"][value="${value}"]`).check()

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  ...phone,
  startAt: '2026-11-28T10:00:00+09:00',
  life: 'handover',
  expectedConsole: /status of 4\d\d|Content Security Policy/,
})

let handoverNo = ''

test('ゆずる方は、回線と受け取る家族を選び、意味を読んで、譲渡番号を受け取る', async ({ page }) => {
  await logIn(page, 'suzuki', '/mypage/handover.html')
  await page.getByRole('radio', { name: /蓮（中学生）/ }).check()
  await press(page, 'ゆずる内容を確認する')
  await heading(page, 'ゆずる内容の確認').waitFor()
  await expect(main(page)).toContainText('12月1日')
  await expect(entry(page, '譲渡番号の有効期限')).toHaveText('2026年12月11日（金）まで')
  await page.getByLabel('セイ（フリガナ）').fill('わたなべ')
  await page.getByLabel('生年月日').fill('19900401')
  await page.getByLabel(/^ゆずると変わることを確認し/).check()
  await press(page, 'ゆずる手続きを始める')
  // What was typed is still there beside what is missing.
  await expect(page.getByLabel('セイ（フリガナ）')).toHaveValue('わたなべ')
  await expect(page.getByLabel('生年月日')).toHaveValue('19900401')
  await page.getByLabel('メイ（フリガナ）').fill('アオイ')
  await page.getByLabel(/^ゆずると変わることを確認し/).check()
  await press(page, 'ゆずる手続きを始める')
  await heading(page, '回線をご家族にゆずる手続き').waitFor()
  const number = main(page).locator('.amount--figure')
  await expect(number).toHaveText(/^\d\d-\d{3}-\d{5}$/)
  handoverNo = (await number.textContent()) ?? ''
  await expect(entry(page, '受け取る方')).toHaveText('ワタナベ アオイ さま')
})

test('受け取る方は、新しく申し込む人と同じ道で、SIMの質問なしに申し込む', async ({ page }) => {
  await logIn(page, 'watanabe', '/order/apply/plan')
  await choose(page, 'lines', '1')
  await choose(page, 'plan', '13')
  await next(page)
  await choose(page, 'kind', 'handover')
  await next(page)
  await heading(page, '1回線目の電話番号は、どうしますか').waitFor()
  await page.getByLabel('譲渡番号（10桁）').fill('1234567890')
  await page.getByLabel('譲り受ける回線の電話番号').fill('090-0000-2002')
  await next(page)
  await expect(main(page)).toContainText('譲渡番号と電話番号に合う回線が見つからない')
  await page.getByLabel('譲渡番号（10桁）').fill(handoverNo)
  await next(page)
  await heading(page, '1回線目は、だれが使いますか').waitFor()
  await choose(page, 'user', 'holder')
  await next(page)
  await heading(page, '付けておきたいものはありますか').waitFor()
  await next(page)
  await heading(page, '申し込む方のことを教えてください').waitFor()
  const typed = {
    lastName: '渡辺',
    firstName: '葵',
    lastNameKana: 'ワタナベ',
    firstNameKana: 'アオイ',
    birth: '19900401',
    zipCode: '1540004',
    locality: '世田谷区',
    street: '太子堂1-2-3',
    phone: '09011112222',
  }
  for (const [name, value] of Object.entries(typed))
    await page.locator(`[name="${name}"]`).fill(value)
  await page.locator('[name="region"]').selectOption('東京都')
  await choose(page, 'gender', 'female')
  await next(page)
  await heading(page, '本人確認をします').waitFor()
  await next(page, '読み取りを始める')
  await page.locator('[name="outcome"][value="matched"]').check()
  await press(page, 'この結果で進む')
  await heading(page, 'お支払いのカードを登録します').waitFor()
  await next(page, 'カードを登録する')
  await page.locator('[name="number"]').fill('4242424242424242')
  await page.locator('[name="expiry"]').fill('12/30')
  await page.locator('[name="holder"]').fill('WATANABE')
  await press(page, 'このカードに変更する')
  await heading(page, '重要事項を確認してください').waitFor()
  await page.getByLabel('重要事項と規約を読み、同意します').check()
  await next(page, '最終確認へ')
  await heading(page, 'この内容で申し込みますか').waitFor()
  await expect(main(page)).toContainText('お届けするものはありません')
  await page.getByLabel('申し込む内容と契約の条件を確認しました').check()
  await press(page, '申し込みを確定する')
  await heading(page, 'お申し込みありがとうございます').waitFor()
})

test('月の初めの0時に、同じ番号の回線が移り、どちらの画面にもそう出る', async ({
  page,
  portal,
}) => {
  await logIn(page, 'suzuki', '/mypage/handover.html')
  await expect(main(page)).toContainText(
    '2026年12月1日（火）0:00にワタナベ アオイ さまの回線になります',
  )
  await portal.clock.to('2026-12-01T01:00')
  await logIn(page, 'watanabe', '/mypage/contract.html')
  await expect(main(page)).toContainText('090-0000-2002')
  await expect(main(page)).toContainText('ご利用中')
  await logIn(page, 'suzuki', '/mypage/order.html')
  await main(page).getByRole('link', { name: 'すべて', exact: true }).click()
  await expect(main(page)).toContainText('回線のご家族への譲渡')
})
