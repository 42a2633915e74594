import type { Page } from '@playwright/test'
import { eidOf } from '../facts/eid.ts'
import { choose, fill, holdDocument, next, register, typeCard } from './applicant.ts'
import { findings } from './findings.ts'
import { expect, open, phone, running, test } from './fixtures.ts'
import { heading } from './procedures-screen.ts'

/** The frame is that of every public page (public-axe.e2e.ts). */
async function seen(page: Page, name: string) {
  await expect(heading(page, name)).toBeVisible()
  expect(await findings(page, 'main'), name).toEqual([])
}

// axe writes the page's own styles into a document of its own, where their nonce does not count.
test.use({ ...phone, expectedConsole: /Applying inline style violates/ })
test.setTimeout(240_000)

test('トップから、番号を移す音声1回線とeSIMのデータ1回線を、受付まで申し込む', async ({ page }) => {
  await open(page, '/')
  await page.locator('.site-header').getByRole('link', { name: 'お申し込み' }).click()
  await page.getByRole('link', { name: '申し込みを始める' }).first().click()
  await seen(page, 'データ容量と回線数を選んでください')
  await running(page)
  const price = page.locator('.price-line__month')
  await expect(price).toHaveCount(0)
  await choose(page, 'lines', '2')
  await choose(page, 'plan', '20')
  // Before anything is sent, the price is that of what is chosen.
  await expect(price).toContainText('円')
  await expect(page.locator('[name="plan"][value="13"]')).toBeDisabled()
  await next(page)

  await seen(page, '1回線目：音声通話を使いますか')
  await choose(page, 'kind', 'voice')
  await next(page)
  await seen(page, '1回線目：SIMの種類を選んでください')
  await choose(page, 'size', 'nano')
  await next(page)
  await seen(page, '1回線目：電話番号を選んでください')
  await expect(page.getByLabel('移す電話番号')).toBeHidden()
  await choose(page, 'by', 'reservation')
  await page.getByLabel('移す電話番号').fill('090-1234-5678')
  await page.getByLabel('MNP予約番号（10桁）').fill('12-345-67890')
  await page.getByLabel('予約番号の有効期限').selectOption({ index: 8 })
  await next(page)
  await seen(page, '1回線目：使う方を選んでください')
  await choose(page, 'user', 'holder')
  await next(page)

  await heading(page, '2回線目：音声通話を使いますか').waitFor()
  await choose(page, 'kind', 'data')
  await next(page)
  await heading(page, '2回線目：SIMの種類を選んでください').waitFor()
  await choose(page, 'size', 'esim')
  await page.getByLabel(/^EID/).fill(eidOf(Date.now()))
  await next(page)
  await heading(page, '2回線目：使う方を選んでください').waitFor()
  await choose(page, 'user', 'holder')
  await next(page)
  await seen(page, 'オプションを選んでください')
  await next(page)

  await seen(page, 'ひびきIDをお持ちですか')
  await register(page, { name: '山本 直子', email: `naoko-${Date.now()}@example.jp` })
  await seen(page, 'ご契約者の情報を入力してください')
  await running(page)
  await fill(page, {
    lastName: '山本',
    firstName: '直子',
    lastNameKana: 'やまもと',
    firstNameKana: 'なおこ',
    birth: '19900401',
    zipCode: '1540004',
  })
  await choose(page, 'gender', 'female')
  await expect(page.locator('[name="locality"]')).toHaveValue('世田谷区')
  await fill(page, { street: '太子堂1-2-3', phone: '09011112222' })
  await next(page)

  await seen(page, '本人確認をお願いします')
  await next(page, '読み取りを始める')
  await holdDocument(page)
  await seen(page, 'お支払いのカードを登録します')
  await next(page, 'カードを登録する')
  await typeCard(page, 'NAOKO YAMAMOTO')
  await seen(page, '重要事項を確認してください')
  await page.getByLabel('重要事項と規約を読み、同意します').check()
  await next(page, '最終確認へ')
  await seen(page, 'お申し込み内容の最終確認')
  await page.getByLabel('申し込む内容と契約の条件を確認しました').check()
  await page.getByRole('button', { name: '申し込みを確定する' }).dblclick()
  await seen(page, 'お申し込みありがとうございます')
  await expect(page.getByText(/AP(-[\dA-Z]{4}){3}/).first()).toBeVisible()
})

test('いまの番号をワンストップで移す：同意しない、名義が違うときは理由を示し、同意すると次の質問へ進む', async ({
  page,
}) => {
  await open(page, '/order/apply/plan')
  await choose(page, 'lines', '1')
  await choose(page, 'plan', '13')
  await next(page)
  await choose(page, 'kind', 'voice')
  await next(page)
  await choose(page, 'size', 'nano')
  await next(page)
  const question = '電話番号を選んでください'
  await heading(page, question).waitFor()
  await running(page)
  await choose(page, 'by', 'oneStop')
  await page.getByLabel('移す電話番号').fill('08012345678')
  const visit = async (answer: string | RegExp) => {
    await next(page)
    await expect(heading(page, '番号を移す手続きの確認')).toBeVisible()
    await expect(page.locator('main')).toContainText('080-1234-5678')
    await page.getByRole('button', { name: answer }).click()
  }
  await visit('同意せずに戻る')
  await seen(page, question)
  await expect(page.locator('.notice')).toHaveText(/いまの会社での手続きが、まだ済んでいません/)
  await visit(/名義が違うことにする/)
  await seen(page, question)
  await expect(page.locator('.notice').first()).toContainText('もう一度お答えください')
  await expect(page.locator('.notice').nth(1)).toContainText('いまの会社のご契約の名義が違います')
  await visit('同意して、新しい契約先へ戻る')
  await expect(heading(page, '使う方を選んでください')).toBeVisible()
  await page.getByRole('link', { name: '前の質問に戻る' }).click()
  await seen(page, question)
  await expect(page.locator('.notice')).toContainText('いまの会社での手続きが済みました')
})
