import type { Page } from '@playwright/test'
import { choose, fill, holdDocument, next, register, typeCard } from './applicant.ts'
import { findings } from './findings.ts'
import { expect, open, phone, running, test } from './fixtures.ts'
import { heading } from './procedures-screen.ts'

/** The frame is that of every public page (public-axe.e2e.ts). */
async function seen(page: Page, name: string) {
  await expect(heading(page, name)).toBeVisible()
  expect(await findings(page, 'main'), name).toEqual([])
}

/** Of a kind that is looked at elsewhere on the way. */
async function seenToo(page: Page, name: string) {
  if (process.env['TEST_LONG']) await seen(page, name)
  else await expect(heading(page, name)).toBeVisible()
}

// Two lines, the second with an eSIM: tests/http/order.test.ts; a number brought along by one-stop: order-one-stop.test.ts there; each question left without a
// login: order-interrupted.test.ts.
// axe writes the page's own styles into a document of its own, where their nonce does not count.
test.use({ ...phone, expectedConsole: /Applying inline style violates/ })
test.setTimeout(240_000)

test(
  'トップから、番号を移す音声1回線を、受付まで申し込む。途中でログインが切れても、「次へ」を押せば、入力したまま先へ進む',
  { tag: '@looks' },
  async ({ page, context }) => {
    await open(page, '/')
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
    await page.locator('.site-header').getByRole('link', { name: 'お申し込み' }).click()
    await expect(page).toHaveURL('/order')
    // Its sheet is not the public pages' own: another document.
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBeUndefined()
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
    await choose(page, 'lines', '1')
    await next(page)

    await seenToo(page, '音声通話を使いますか')
    await choose(page, 'kind', 'voice')
    await next(page)
    await seenToo(page, 'SIMの種類を選んでください')
    await choose(page, 'size', 'nano')
    await next(page)
    await seen(page, '電話番号を選んでください')
    await expect(page.getByLabel('移す電話番号')).toBeHidden()
    await choose(page, 'by', 'reservation')
    await page.getByLabel('移す電話番号').fill('090-1234-5678')
    await page.getByLabel('MNP予約番号（10桁）').fill('12-345-67890')
    await page.getByLabel('予約番号の有効期限').selectOption({ index: 8 })
    await next(page)
    await seenToo(page, '使う方を選んでください')
    await choose(page, 'user', 'holder')
    await next(page)

    await seenToo(page, 'オプションを選んでください')
    await next(page)

    await seenToo(page, 'ひびきIDをお持ちですか')
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
    // The login ends here: one press goes through it, to the next question.
    await context.clearCookies({ name: 'sid' })
    await next(page)

    await seenToo(page, '本人確認をお願いします')
    // Back is the question, with what was typed; it does not lead on again.
    await page.getByRole('link', { name: '前の質問に戻る' }).click()
    await expect(heading(page, 'ご契約者の情報を入力してください')).toBeVisible()
    await expect(page.locator('[name="street"]')).toHaveValue('太子堂1-2-3')
    await next(page)
    await expect(heading(page, '本人確認をお願いします')).toBeVisible()
    await next(page, '読み取りを始める')
    await holdDocument(page)
    await seenToo(page, 'お支払いのカードを登録します')
    // A visit to another's page is one press as well.
    await running(page)
    await context.clearCookies({ name: 'sid' })
    await next(page, 'カードを登録する')
    await typeCard(page, 'NAOKO YAMAMOTO')
    await seenToo(page, '重要事項を確認してください')
    await page.getByLabel('重要事項と規約を読み、同意します').check()
    await next(page, '最終確認へ')
    await seenToo(page, 'お申し込み内容の最終確認')
    await page.getByLabel('申し込む内容と契約の条件を確認しました').check()
    await page.getByRole('button', { name: '申し込みを確定する' }).dblclick()
    await seen(page, 'お申し込みありがとうございます')
    await expect(page.getByText(/AP(-[\dA-Z]{4}){3}/).first()).toBeVisible()
  },
)
