import type { Page } from '@playwright/test'
import { answerUntilConfirmation, choose, confirmApplication, next } from './applicant.ts'
import { expect, phone } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import { entry, heading, press } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')

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
  await heading(page, '譲渡番号を入力してください').waitFor()
  await page.getByLabel('譲渡番号（10桁）').fill('1234567890')
  await page.getByLabel('譲り受ける回線の電話番号').fill('090-0000-2002')
  await next(page)
  await expect(main(page)).toContainText('譲渡番号と電話番号に合う回線が見つからない')
  await page.getByLabel('譲渡番号（10桁）').fill(handoverNo)
  await next(page)
  await heading(page, '使う方を選んでください').waitFor()
  await choose(page, 'user', 'holder')
  await next(page)
  await heading(page, 'オプションを選んでください').waitFor()
  await next(page)
  await answerUntilConfirmation(page, {
    lastName: '渡辺',
    firstName: '葵',
    lastNameKana: 'ワタナベ',
    firstNameKana: 'アオイ',
  })
  await expect(main(page)).toContainText('お届けするものはありません')
  await confirmApplication(page)
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
