import { describe, expect, test } from 'vitest'
import { eidOf } from '../facts/eid.ts'
import { freshEmail, holdDocument, holder, register, typeCard, type Page } from './applicant.ts'
import { portalUrl, visit } from './portal.ts'

/** 10 GB on two lines: one number brought along, and an eSIM for data. */
async function answerLines(first: Page) {
  let page = await first.press('次へ', { lines: '2', plan: '20' })
  page = await page.press('次へ', { kind: 'voice' })
  page = await page.press('次へ', { size: 'nano' })
  const days = page.elements.filter(({ tagName }) => tagName === 'option')
  const lastDay = days.at(-2)?.attrs.find(({ name }) => name === 'value')?.value ?? ''
  page = await page.press('次へ', {
    by: 'reservation',
    number: '090-1234-5678',
    reservationNo: '1234567890',
    lastDay,
  })
  page = await page.press('次へ', { user: 'holder' })
  page = await page.press('次へ', { kind: 'data' })
  page = await page.press('次へ', { size: 'esim', eid: eidOf(Date.now()) })
  page = await page.press('次へ', {
    user: 'family',
    birth: '20140401',
    guardian: 'parent',
    consent: 'yes',
  })
  return page
}

describe('お申し込み', () => {
  test('スクリプトなしで、2回線を登録から受付まで申し込み、番号と生年月日で状況を見て、取り消せる', async () => {
    const browser = visit()
    const begin = await browser.open('/order')
    let page = await begin.follow('申し込みを始める')
    expect(page.heading).toBe('データ容量と回線数を選んでください')
    page = await answerLines(page)
    expect(page.heading).toBe('オプションを選んでください')
    page = await page.press('次へ')
    expect(page.heading).toBe('ひびきIDをお持ちですか')

    page = await register(page, freshEmail())
    expect(page.heading).toBe('ご契約者の情報を入力してください')
    page = await page.press('郵便番号から住所を入れる', holder)
    page = await page.press('次へ')
    expect(page.text).toContain('番地まで入力してください')
    page = await page.press('郵便番号から住所を入れる', { street: '太子堂1-2-3' })
    expect(page.valueOf('street')).toBe('太子堂1-2-3')
    page = await page.press('次へ')
    expect(page.heading).toBe('本人確認をお願いします')

    const reader = await page.press('読み取りを始める')
    page = await holdDocument(reader)
    expect(page.heading).toBe('お支払いのカードを登録します')
    const card = await page.press('カードを登録する')
    page = await typeCard(card)
    expect(page.heading).toBe('重要事項を確認してください')
    page = await page.press('最終確認へ', { agreed: 'yes' })
    expect(page.heading).toBe('お申し込み内容の最終確認')
    for (const words of ['10GB・2回線', '090-1234-5678', '山本 直子', '末尾4242', '8日以内'])
      expect(page.text).toContain(words)
    page = await page.press('申し込みを確定する', { agreed: 'yes' })
    expect(page.url.pathname).toBe('/order/done')
    expect(page.heading).toBe('お申し込みありがとうございます')
    const orderNo = /AP(-[\dA-Z]{4}){3}/.exec(page.text)?.[0] ?? ''

    const file = page.links.find(({ text }) => text === '日付をカレンダーに入れる')?.href ?? ''
    expect(file).toBe(`/calendar/order/${orderNo}.ics`)
    const calendar = await browser.open(file)
    expect([calendar.status, calendar.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
    expect(calendar.html).toContain('BEGIN:VEVENT')

    const stranger = await visit().open('/order/status')
    const wrong = await stranger.press('状況を確認する', { orderNo, birth: '19900402' })
    expect(wrong.text).toContain('お申し込みが見つかりませんでした')
    const found = await wrong.press('状況を確認する', { orderNo, birth: '1990/4/1' })
    expect(found.text).toContain(orderNo)
    expect(found.text).not.toContain('山本')

    const taken = await page.press('申し込みを取り消す')
    expect(taken.text).toContain('取り消しを受け付け')
    // The carrier stops what it prepares, asked by the worker.
    await expect
      .poll(async () => (await browser.open('/order/done')).textsOf('order-stage__state'), {
        timeout: 30_000,
      })
      .toEqual(['取り消し済み'])
    const again = await (await browser.open('/order')).follow('申し込みを始める')
    expect([again.url.pathname, again.checked]).toEqual(['/order/apply/plan', ['lines=1']])
  })

  test('入力は保存され、足りない答えは欄の横で示し、前の質問へ戻っても残る', async () => {
    const browser = visit()
    const plan = await browser.open('/order/apply/plan')
    const refused = await plan.press('次へ', { lines: '2', plan: '13' })
    expect(refused.fieldErrors).toEqual([expect.stringContaining('8GB以上')])
    expect(refused.checked).toEqual(['lines=2', 'plan=13'])
    const kind = await refused.press('次へ', { lines: '1', plan: '13' })
    const sim = await kind.press('次へ', { kind: 'voice' })
    const wrong = await sim.press('次へ', { size: 'esim', eid: '123' })
    expect(wrong.status).toBe(400)
    expect(wrong.checked).toEqual(['size=esim'])
    expect((await browser.open('/order/apply/plan')).checked).toEqual(['lines=1', 'plan=13'])

    const again = await browser.open('/order')
    expect(again.text).toContain('入力の途中です（3GB・1回線）')
    expect((await again.follow('続きから入力する')).heading).toBe(sim.heading)
    const deleted = await again.press('入力した内容を削除する')
    expect(deleted.text).toContain('入力した内容を削除しました')
    expect(browser.cookies()).not.toContain('application')
  })

  test('料金シミュレーションで選んだ内容を引き継ぐ', async () => {
    const fee = await visit().open('/fee?gb=10&lines=2&kind=voice&kind=data')
    const begin = await fee.follow('申し込みに進む')
    const plan = await begin.follow('申し込みを始める')
    expect(plan.checked).toEqual(['lines=2', 'plan=20'])
    const next = await plan.press('次へ')
    expect(next.heading).toBe('1回線目：SIMの種類を選んでください')
  })

  test('先の質問は、前の質問が済むまで開かず、どこにも検索の案内を出さない', async () => {
    const page = await visit().open('/order/apply/confirm')
    expect(page.url.pathname).toBe('/order/apply/plan')
    expect(page.html).toContain('<meta name="robots" content="noindex"')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
  })

  test('使えないリンクからは、理由と入口を示す', async () => {
    const link = await visit().open('/order/resume?code=unknown')
    const refused = await link.press('続きから入力する')
    expect(refused.text).toContain('このリンクは使用済みか、有効期限が過ぎています')
    expect(refused.links.map(({ href }) => href)).toContain('/order')
  })

  test('入口は、何も始めていない人には保存したページで答え、始めた人には答えない', async () => {
    const cookie = 'application=begun'
    const plain = await fetch(`${portalUrl}/order`)
    const begun = await fetch(`${portalUrl}/order`, { headers: { Cookie: cookie } })
    expect([plain.headers.get('cache-control'), begun.headers.get('cache-control')]).toEqual([
      'private, no-cache',
      'private, no-store',
    ])
  })
})
