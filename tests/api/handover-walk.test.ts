import { afterAll, expect, test } from 'vitest'
import { formatPhone } from '#ui/format.ts'
import type { Page } from '../browser-without-script.ts'
import { startCardPage } from './applicants.ts'
import { handoverDesk } from './handovers.ts'
import { atCardPage, atReader } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { useHarness } from './use-harness.ts'

// A line that changes hands, on the screens of both sides. Its rules: src/backend/handover.

const START = '2026-11-28T10:00:00+09:00'
const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
const browse = await openPages(harness)
const desk = handoverDesk(harness, 'walk')

const from = await desk.giver({ lines: [{}, {}, {}] })
const taker = 'walk-taker'
const pagesOf = async (loginId: string) => browse(await harness.signIn(loginId))

let handoverNo = ''

test('ゆずる方は、回線と受け取る家族を選び、意味を読んで、譲渡番号を受け取る', async () => {
  const form = await (await pagesOf(from.loginId)).open('/mypage/handover.html')
  const confirm = await form.press('ゆずる内容を確認する', { lineId: from.lineId })
  expect(confirm.heading).toBe('ゆずる内容の確認')
  expect(confirm.text).toContain('12月1日')
  expect(confirm.answerTo('譲渡番号の有効期限')).toBe('2026年12月11日（金）まで')
  const typed = { lastNameKana: 'わたなべ', birth: '19900401', agreed: 'yes' }
  const wrong = await confirm.press('ゆずる手続きを始める', typed)
  // What was typed is still there beside what is missing.
  expect([wrong.valueOf('lastNameKana'), wrong.valueOf('birth')]).toEqual(['わたなべ', '19900401'])
  const again = { firstNameKana: 'アオイ', agreed: 'yes' }
  const done = await wrong.press('ゆずる手続きを始める', again)
  expect(done.heading).toBe('回線をご家族にゆずる手続き')
  const [number = ''] = done.textsOf('amount--figure')
  expect(number).toMatch(/^\d\d-\d{3}-\d{5}$/)
  handoverNo = number
  expect(done.answerTo('受け取る方')).toBe('ワタナベ アオイ さま')
})

/** What every application asks at its end: the holder's details, a document, a card, and the terms. */
async function answerUntilConfirmation(
  browser: ReturnType<typeof browse>,
  holder: Page,
  names: Record<'lastName' | 'firstName' | 'lastNameKana' | 'firstNameKana', string>,
) {
  expect(holder.heading).toBe('ご契約者の情報を入力してください')
  const identity = await holder.press('次へ', {
    ...names,
    birth: '19900401',
    gender: 'female',
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: '太子堂1-2-3',
    phone: '09011112222',
  })
  expect(identity.heading).toBe('本人確認をお願いします')
  const reader = await identity.press('読み取りを始める')
  const card = await browser.open(await atReader(reader.leadsTo ?? '', 'matched'))
  expect(card.heading).toBe('お支払いのカードを登録します')
  const typing = await card.press('カードを登録する')
  const terms = await browser.open(atCardPage(typing.leadsTo ?? ''))
  expect(terms.heading).toBe('重要事項を確認してください')
  const confirm = await terms.press('最終確認へ', { agreed: 'yes' })
  expect(confirm.heading).toBe('お申し込み内容の最終確認')
  return confirm
}

test('受け取る方は、新しく申し込む人と同じ道で、SIMの質問なしに申し込む', async () => {
  const browser = await pagesOf(taker)
  const plan = await browser.open('/order/apply/plan')
  const kind = await plan.press('次へ', { lines: '1', plan: '13' })
  const asked = await kind.press('次へ', { kind: 'handover' })
  expect(asked.heading).toBe('譲渡番号を入力してください')
  const number = formatPhone(from.number)
  const wrong = await asked.press('次へ', { handoverNo: '1234567890', number })
  expect(wrong.text).toContain('譲渡番号と電話番号に合う回線が見つからない')
  const user = await wrong.press('次へ', { handoverNo })
  expect(user.heading).toBe('使う方を選んでください')
  const options = await user.press('次へ', { user: 'holder' })
  expect(options.heading).toBe('オプションを選んでください')
  const confirm = await answerUntilConfirmation(browser, await options.press('次へ'), {
    lastName: '渡辺',
    firstName: '葵',
    lastNameKana: 'ワタナベ',
    firstNameKana: 'アオイ',
  })
  expect(confirm.text).toContain('お届けするものはありません')
  const done = await confirm.press('申し込みを確定する', { agreed: 'yes' })
  expect(done.heading).toBe('お申し込みありがとうございます')
  await harness.drain()
})

test('月の初めの0時に、同じ番号の回線が移り、どちらの画面にもそう出る', async () => {
  const offered = await (await pagesOf(from.loginId)).open('/mypage/handover.html')
  expect(offered.text).toContain('2026年12月1日（火）0:00にワタナベ アオイ さまの回線になります')
  harness.clock.set('2026-11-29T23:30:00+09:00')
  await harness.walkTo('2026-12-01T01:00:00+09:00', { everyHours: 24 })
  await harness.drain()
  const contract = await (await pagesOf(taker)).open('/mypage/contract.html')
  expect(contract.text).toContain(formatPhone(from.number))
  expect(contract.text).toContain('ご利用中')
  const orders = await (await pagesOf(from.loginId)).open('/mypage/order.html')
  expect((await orders.follow('すべて')).text).toContain('回線のご家族への譲渡')
})
