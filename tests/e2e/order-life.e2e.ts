import type { Page } from '@playwright/test'
import { eidOf } from '../facts/eid.ts'
import {
  answerUntilConfirmation,
  choose,
  confirmApplication,
  newPassword,
  next,
  register,
} from './applicant.ts'
import { expect, phone } from './fixtures.ts'
import { test } from './own-portal.ts'
import { heading, press } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')
async function answer(page: Page, question: string, choices: Readonly<Record<string, string>>) {
  await heading(page, question).waitFor()
  for (const [name, value] of Object.entries(choices)) await choose(page, name, value)
}

type Applicant = {
  firstName: string
  kana: string
  email: string
  number: string
  by: 'reservation' | 'oneStop'
  serial: number
}

const numberQuestion = '1回線目：電話番号を選んでください'

async function bringNumber(page: Page, { number, by }: Pick<Applicant, 'number' | 'by'>) {
  await answer(page, numberQuestion, { by })
  await page.getByLabel('移す電話番号').fill(number)
  if (by === 'reservation') {
    await page.getByLabel('MNP予約番号（10桁）').fill('1234567890')
    await page.getByLabel('予約番号の有効期限').selectOption({ index: 8 })
  }
  await next(page)
  if (by === 'oneStop') await press(page, '同意して、新しい契約先へ戻る')
}

/** From the top page to 受付: 10 GB on two lines, a voice line that brings its number and an eSIM for data. */
async function order(page: Page, applicant: Applicant) {
  const { firstName, kana, email, serial } = applicant
  await page.goto('/')
  await page.locator('.site-header').getByRole('link', { name: 'お申し込み' }).click()
  await page.getByRole('link', { name: '申し込みを始める' }).first().click()
  await answer(page, 'データ容量と回線数を選んでください', { lines: '2', plan: '20' })
  await next(page)
  await answer(page, '1回線目：音声通話を使いますか', { kind: 'voice' })
  await next(page)
  await answer(page, '1回線目：SIMの種類を選んでください', { size: 'nano' })
  await next(page)
  await bringNumber(page, applicant)
  await answer(page, '1回線目：使う方を選んでください', { user: 'holder' })
  await next(page)
  await answer(page, '2回線目：音声通話を使いますか', { kind: 'data' })
  await next(page)
  await answer(page, '2回線目：SIMの種類を選んでください', { size: 'esim' })
  await page.getByLabel(/^EID/).fill(eidOf(serial))
  await next(page)
  await answer(page, '2回線目：使う方を選んでください', { user: 'holder' })
  await next(page)
  await heading(page, 'オプションを選んでください').waitFor()
  await next(page)
  await heading(page, 'ひびきIDをお持ちですか').waitFor()
  await register(page, { name: `山本 ${firstName}`, email })
  await answerUntilConfirmation(page, {
    lastName: '山本',
    firstName,
    lastNameKana: 'ヤマモト',
    firstNameKana: kana,
  })
  await confirmApplication(page)
}

/** Anew, at the provider too: a clock that was moved has ended our session. */
async function logIn(page: Page, { email }: Applicant, back: string) {
  await page.context().clearCookies()
  await page.goto(`/auth/login?back=${encodeURIComponent(back)}`)
  await page.getByLabel('ログインID').fill(email)
  await page.getByLabel('パスワード').fill(newPassword)
  await press(page, /^ログイン$/)
  await page.waitForURL(`**${back}`)
}

/** Every line of the contract, at once. */
async function switchOver(page: Page, applicant: Applicant) {
  await logIn(page, applicant, '/mypage/order.html')
  const orders = page.getByRole('link', { name: '切り替えの日時を選ぶ' })
  await expect(orders).toHaveCount(2)
  for (let left = 2; left > 0; left -= 1) {
    await page.goto('/mypage/order.html')
    await expect(orders).toHaveCount(left)
    await orders.first().click()
    await main(page).getByRole('link', { name: '切り替えの日時を選ぶ' }).first().click()
    await press(page, 'この日時で切り替える')
    await expect(main(page)).toContainText('切り替え中')
  }
}

const withScript: Applicant = {
  firstName: '直子',
  kana: 'ナオコ',
  email: 'naoko@example.jp',
  number: '09012345678',
  by: 'reservation',
  serial: 1,
}
const without: Applicant = {
  firstName: '朝子',
  kana: 'アサコ',
  email: 'asako@example.jp',
  number: '09012345679',
  by: 'oneStop',
  serial: 2,
}

// Both live side by side: the clock is walked once.
test.describe.configure({ mode: 'serial', timeout: 600_000 })
test.use({
  ...phone,
  startAt: '2026-11-28T10:00:00+09:00',
  expectedConsole: /status of 4\d\d|Content Security Policy/,
})

test(
  'いまの会社のページに遅れて戻ると、手続きは終わっていて、もう一度はじめれば進める',
  {
    tag: '@long',
  },
  async ({ page, portal }) => {
    await page.goto('/order/apply/plan')
    await answer(page, 'データ容量と回線数を選んでください', { lines: '1', plan: '13' })
    await next(page)
    await answer(page, '音声通話を使いますか', { kind: 'voice' })
    await next(page)
    await answer(page, 'SIMの種類を選んでください', { size: 'nano' })
    await next(page)
    await answer(page, '電話番号を選んでください', { by: 'oneStop' })
    await page.getByLabel('移す電話番号').fill('08012345670')
    await next(page)
    await heading(page, '番号を移す手続きの確認').waitFor()
    await portal.clock.move('+31min')
    await press(page, '同意して、新しい契約先へ戻る')
    await expect(heading(page, 'この手続きは終わっています')).toBeVisible()
    await page.goto('/order/apply')
    await heading(page, '電話番号を選んでください').waitFor()
    await expect(page.getByLabel('移す電話番号')).toHaveValue('08012345670')
    await next(page)
    await press(page, '同意して、新しい契約先へ戻る')
    await expect(heading(page, '使う方を選んでください')).toBeVisible()
  },
)

for (const [words, applicant, javaScriptEnabled] of [
  ['スクリプトあり', withScript, true],
  ['スクリプトなし', without, false],
] as const)
  test.describe(words, { tag: '@long' }, () => {
    test.use({ javaScriptEnabled })
    test(`トップから2回線を申し込む（${words}）`, async ({ page }) => {
      await order(page, applicant)
    })
  })

for (const [words, applicant, javaScriptEnabled] of [
  ['スクリプトあり', withScript, true],
  ['スクリプトなし', without, false],
] as const)
  test.describe(`${words}、届いた日`, { tag: '@long' }, () => {
    test.use({ javaScriptEnabled })
    test(`届いたSIMとeSIMに切り替えると、使い始められる（${words}）`, async ({ page, portal }) => {
      if (javaScriptEnabled) await portal.clock.to('2026-11-30T12:00')
      await switchOver(page, applicant)
      await portal.clock.move('+1h')
      await logIn(page, applicant, '/mypage/contract.html')
      await expect(main(page)).toContainText(applicant.number.replace(/^(\d{3})(\d{4})/, '$1-$2-'))
      await expect(main(page)).toContainText('ご利用中')
    })
  })

for (const [words, applicant, javaScriptEnabled] of [
  ['スクリプトあり', withScript, true],
  ['スクリプトなし', without, false],
] as const)
  test.describe(`${words}、最初の請求`, { tag: '@long' }, () => {
    test.use({ javaScriptEnabled })
    test(`最初の月は日割りで請求され、解約を予約できる（${words}）`, async ({ page, portal }) => {
      if (javaScriptEnabled) await portal.clock.to('2026-12-08T12:00')
      await logIn(page, applicant, '/mypage/billing/2026-11.html')
      const bill = main(page)
      await expect(bill).toContainText('1,680円 × 1か月 × 1日 ÷ 30日（税抜）')
      await expect(bill).toContainText('400円 × 1か月 × 1日 ÷ 30日（税抜）')
      // 7,546 yen with no call made that evening: (56 + 13 + 2 × 3,394) × 1.1 + 3.3, cut.
      await expect(bill).toContainText('円支払い済み')
      await page.goto('/mypage/sim/cancel.html')
      await page.getByRole('radio', { name: 'ご契約をすべて解約する' }).check()
      await press(page, '解約の内容を確認する')
      await expect(heading(page, '解約の確認')).toBeVisible()
      await page.getByRole('checkbox').check()
      await press(page, '解約を予約する')
      await expect(main(page)).toContainText('2026年12月31日')
    })
  })

test('月末で解約になり、請求はそのあとも見られる', { tag: '@long' }, async ({ page, portal }) => {
  await portal.clock.to('2027-01-01T03:00')
  for (const applicant of [withScript, without]) {
    await logIn(page, applicant, '/mypage/contract.html')
    await expect(main(page)).toContainText('解約済み')
  }
})
