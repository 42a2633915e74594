import { describe, expect, test } from 'vitest'
import { decideReview } from '#backend/application/public.ts'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { received } from '#tests/api/contact-codes.ts'
import { openPages } from '#tests/api/pages.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { holderLabels } from './holder-fields.tsx'

const harness = await useApplicants()
const browse = await openPages(harness)

/** The pages of this account, signed in anew. */
const pagesOf = async (loginId: string) => browse(await harness.signIn(loginId))

/** One line, all of it answered, and signed in: the holder is asked for next. */
async function upToHolder(loginId: string, kind: 'data' | 'voice') {
  const { put, ...applicant } = openBrowser(harness)
  await put({ step: 'plan', plan: 13, lines: 1 })
  await put({ step: 'kind', line: 1, kind })
  await put({ step: 'sim', line: 1, size: 'nano' })
  if (kind === 'voice') await put({ step: 'number', line: 1, by: 'new' })
  await put({ step: 'user', line: 1, user: 'holder' })
  await put({ step: 'options', options: [] })
  await applicant.signIn(loginId)
  return { put, ...applicant }
}

const step = (name: string) => `/order/apply/${name}`

describe('料金と入力の言葉', () => {
  test('まだ何も選んでいないうちは料金を出さず、容量を選んだ次の質問から出す', async () => {
    const visitor = browse()
    const plan = await visitor.open(step('plan'))
    expect(plan.textsOf('price-line')).toEqual([''])
    expect(plan.text).not.toContain('毎月のお支払い')
    const kind = await plan.press('次へ', { lines: '1', plan: '13' })
    expect(kind.textsOf('price-line')).toEqual([
      expect.stringMatching(/^毎月\s*1,191円.*初回のみ\s*3,733円（税込）/u),
    ])
  })

  test('足りない入力は、画面に並ぶ順に1つの一覧で示し、選ぶ欄では「選んで」と言う', async () => {
    await upToHolder('words-of-holder', 'data')
    const form = await (await pagesOf('words-of-holder')).open(step('holder'))
    const refused = await form.press('次へ', { lastName: '', firstName: '', region: '' })
    const summary = refused.links.filter(({ href }) => href.startsWith('#'))
    const fields = Object.keys(holderLabels).map((name) => `#${name}`)
    const named = summary.map(({ href }) => href).filter((href) => fields.includes(href))
    expect(named.length).toBeGreaterThan(8)
    expect(named).toEqual(fields.filter((field) => named.includes(field)))
    const sentenceOf = (name: string) => summary.find(({ href }) => href === `#${name}`)?.text
    expect(sentenceOf('region')).toBe('都道府県を選んでください。')
    expect(sentenceOf('gender')).toBe('性別を選んでください。')
  })
})

test('お申し込みの番号は、どの画面でもメールでも「申込番号」と呼び、手続きの「受付番号」と混ざらない', async () => {
  const applicant = openBrowser(harness)
  await applicant.answerAll('two-numbers', { firstName: '一二', firstNameKana: 'ヒフ' })
  const { orderNo } = await applicant.submit()
  const mine = await pagesOf('two-numbers')
  const status = await browse().open('/order/status')
  const found = await status.press('状況を確認する', { orderNo, birth: holder.birth })
  for (const { text, url } of [await mine.open('/order/done'), found]) {
    expect(text, url.pathname).toContain(`申込番号 ${orderNo}`)
    expect(text, url.pathname).not.toContain('受付番号')
  }
  const mails = await received(harness, 'two-numbers@example.jp')
  const mail = mails.find((text) => text.startsWith('お申し込みを受け付けました')) ?? ''
  expect(mail).toContain(`申込番号：${orderNo}`)
  expect(mail).not.toContain('受付番号')
  const { rows: orders } = await applicant.call(api.statusApplyStateGet, { query: {} })
  const order = await mine.open(`/mypage/order.html?no=${orders[0]?.orderNo}`)
  expect(order.text).toContain('受付番号')
  expect(order.text).not.toContain('申込番号')
})

test('3回読み取れなかったあとは、担当者が確認することと、このまま続けられることを、次へ進む前に伝える', async () => {
  const applicant = await upToHolder('three-tries', 'voice')
  await applicant.put({ step: 'holder', ...holder, firstName: '三度', firstNameKana: 'ミタビ' })
  const shown = async () => (await pagesOf('three-tries')).open(`${step('identity')}?back=1`)
  for (const _ of [1, 2]) {
    await applicant.readDocument('unreadable')
    const { heading } = await shown()
    expect(heading).toBe('もう一度、本人確認をお願いします')
  }
  await applicant.readDocument('unreadable')
  const third = await shown()
  expect(third.text).toContain('担当者が書類の内容を確認しています。結果をメールでお知らせします。')
  expect(third.text).toContain('このまま申し込みを続けられます')
  expect(third.links.some(({ text }) => text === '次へ')).toBe(true)
})

describe('終わったお申し込みの画面は、お礼も準備の案内もせず、どうなったかを言う', () => {
  const reason = '同じ方のご契約があるためです。'
  const isOver = (text: string) => {
    expect(text).not.toContain('ありがとうございます')
    expect(text).not.toContain('APN')
    expect(text).not.toContain('ご契約の内容はこれまでと変わりません')
    expect(text).toContain('もう一度申し込む')
  }

  test('お受けできなかったとき：担当者が決めた時から、理由とともに', async () => {
    const kana = { lastName: '東', lastNameKana: 'アズマ', firstNameKana: 'ミナミ' }
    const first = openBrowser(harness)
    await first.answerAll('over-first', { ...kana, firstName: '南' })
    await first.submit()
    const second = openBrowser(harness)
    await second.answerAll('over-second', { ...kana, firstName: '美波' })
    const { orderNo } = await second.submit()
    const done = async () => (await pagesOf('over-second')).open('/order/done')
    const waiting = await done()
    expect(waiting.textsOf('order-stage__state')).toEqual(['審査中'])
    expect(waiting.text).not.toContain('使い始める準備')
    await harness.database.db
      .transaction()
      .execute((tx) =>
        decideReview(tx, orderNo, { decision: 'reject', reason }, harness.clock.now()),
      )
    // Decided by staff, and the applicant notified: not one without the other.
    expect((await done()).text).not.toContain(reason)
    await runTasks(harness, 'applications decided')
    const declined = await done()
    expect(declined.heading).toBe('お申し込みをお受けできませんでした')
    expect(declined.text).toContain(`理由：${reason}`)
    expect(declined.textsOf('timeline__title')).toEqual(['受付（済み）', '内容の確認（中止）'])
    isOver(declined.text)
  })

  test('取り消したとき', async () => {
    const applicant = openBrowser(harness)
    await applicant.answerAll('over-withdrawn', { firstName: '止', firstNameKana: 'トマリ' })
    const { orderNo } = await applicant.submit()
    await applicant.call(api.applicationWithdrawPost, { body: { orderNo } })
    const stopping = await (await pagesOf('over-withdrawn')).open('/order/done')
    expect(stopping.heading).toBe('取り消しを受け付けました')
    expect(stopping.textsOf('order-stage__state')).toEqual(['取り消しの手続き中'])
    expect(stopping.text).not.toContain('お客さまにお願いすること')
    await harness.drain()
    const withdrawn = await (await pagesOf('over-withdrawn')).open('/order/done')
    expect(withdrawn.heading).toBe('お申し込みを取り消しました')
    isOver(withdrawn.text)
  })
})

test('登録したばかりの方を「未登録さん」と呼ばず、お名前が分からなければメールアドレスで示す', async () => {
  const member = await pagesOf('just-registered')
  for (const address of ['/mypage/top.html', '/mypage/user.html', '/mypage/lite']) {
    const { text } = await member.open(address)
    expect(text, address).not.toMatch(/未登録\s*さん/u)
  }
  expect((await member.open('/mypage/top.html')).text).toContain('just-registered@example.jp')
})
