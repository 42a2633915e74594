import type { Page } from '@playwright/test'
import { codeSentFor } from '../sent-codes.ts'
import { heading, press } from './procedures-screen.ts'

/** The only large button of a step. */
export const next = (page: Page, label = '次へ') =>
  page.locator('.apply__dock').getByText(label, { exact: true }).click()

export const choose = (page: Page, name: string, value: string) =>
  page.locator(`[name="${name}"][value="${value}"]`).check()

export async function fill(page: Page, typed: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(typed))
    await page.locator(`[name="${name}"]`).fill(value)
}

export const newPassword = 'a-long-password'

/** At the provider's own page, with an address that nobody has. */
export async function register(page: Page, { name, email }: { name: string; email: string }) {
  await page.getByRole('link', { name: '新しく登録する（無料）' }).click()
  await page.getByLabel('お名前').fill(name)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel(/^パスワード/).fill(newPassword)
  await press(page, '確認コードを送る')
  await page.waitForURL(/\/code$/)
  await page.getByRole('textbox').fill(await codeSentFor(new URL(page.url())))
  await press(page, '確認する')
}

/** Holds a document to the reader's stand-in, on its own page. */
export async function holdDocument(page: Page) {
  await page.locator('[name="outcome"][value="matched"]').check()
  await press(page, 'この結果で進む')
}

/** At the provider's own page for a card. */
export async function typeCard(page: Page, holder: string) {
  await fill(page, { number: '4242424242424242', expiry: '12/30', holder })
  await press(page, 'このカードを登録する')
}

type Names = Record<'lastName' | 'firstName' | 'lastNameKana' | 'firstNameKana', string>

/** What every application asks at its end: the holder's details, a document, a card, and the terms. */
export async function answerUntilConfirmation(page: Page, names: Names) {
  await heading(page, 'ご契約者の情報を入力してください').waitFor()
  await fill(page, {
    ...names,
    birth: '19900401',
    zipCode: '1540004',
    locality: '世田谷区',
    street: '太子堂1-2-3',
    phone: '09011112222',
  })
  await page.locator('[name="region"]').selectOption('東京都')
  await choose(page, 'gender', 'female')
  await next(page)
  await heading(page, '本人確認をお願いします').waitFor()
  await next(page, '読み取りを始める')
  await holdDocument(page)
  await heading(page, 'お支払いのカードを登録します').waitFor()
  await next(page, 'カードを登録する')
  await typeCard(page, 'HIBIKI MEMBER')
  await heading(page, '重要事項を確認してください').waitFor()
  await page.getByLabel('重要事項と規約を読み、同意します').check()
  await next(page, '最終確認へ')
  await heading(page, 'お申し込み内容の最終確認').waitFor()
}

export async function confirmApplication(page: Page) {
  await page.getByLabel('申し込む内容と契約の条件を確認しました').check()
  await press(page, '申し込みを確定する')
  await heading(page, 'お申し込みありがとうございます').waitFor()
}
