import { expect, test } from 'vitest'
import { recordAct } from '#backend/step/record-change.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)

async function member(loginId: string) {
  const made = await makeMember(harness, { loginId })
  return { ...made, browser: browse(await harness.signIn(loginId)) }
}

test('スクリプトがなくても、問い合わせ、続きを書き、空のままでは欄の言葉で断られる', async () => {
  const { browser } = await member('asks')
  const empty = await (
    await browser.open('/mypage/contact.html')
  ).press('送信する', {
    topic: '',
    text: '動画が止まります。',
  })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('お問い合わせの内容を選んでください。')
  expect(empty.text).toContain('動画が止まります。')
  const thread = await (
    await browser.open('/mypage/contact.html')
  ).press('送信する', {
    topic: 'data',
    text: '<b>=cmd|calc</b>\n動画が止まります。',
  })
  expect(thread.heading).toBe('データ量・通信のお問い合わせ')
  expect(thread.text).toContain('2026年11月20日（金）18:00までに回答します。')
  expect(thread.text).toContain('<b>=cmd|calc</b>')
  const again = await thread.press('送信する', { text: '続きです。' })
  expect(again.text).toContain('続きです。')
})

test('電話の番号は、押したときにだけ、その答えに出る', async () => {
  const { browser } = await member('calls')
  const before = await browser.open('/mypage/contact.html?call=1')
  expect(before.text).not.toMatch(/\b\d{6}\b/)
  const shown = await before.press('番号を表示する', { purpose: 'caller' })
  expect(shown.text).toMatch(/番号（お電話の方の確認）\s*\d{6}/)
  expect(shown.text).toContain('2026年11月20日（金）10:10')
  expect((await browser.open('/mypage/contact.html?call=1')).text).not.toMatch(/\b\d{6}\b/)
})

test('見られた記録の「心当たりがない」を押すと、お問い合わせになる', async () => {
  const { browser, contractId, accountId } = await member('looked-at')
  await harness.database.db.transaction().execute((tx) =>
    recordAct(
      tx,
      {
        actor: 'staff',
        now: harness.clock.now(),
        staffId: 'stf_1',
        role: 'fraud',
        caseNo: 'T-2K7D-9F',
        accountId,
        contractId,
      },
      {
        chain: contractId,
        action: 'field-shown',
        target: 'grt_1',
        details: { field: 'address', reason: 'work' },
      },
    ),
  )
  const page = await browser.open('/mypage/access.html')
  expect(page.text).toContain('担当者が項目を1つ表示しました：住所')
  expect(page.text).toContain('担当：不正対策・理由：業務の処理・番号：T-2K7D-9F')
  expect(page.text).not.toContain('stf_1')
  const reported = await page.press('心当たりがない')
  expect(reported.heading).toBe('閲覧と代理の記録のお問い合わせ')
  expect((await browser.open('/mypage/access.html')).text).toContain(
    '心当たりがないとのお知らせを受け付けています。',
  )
})

test('約束した時刻を過ぎても回答がなければ、一覧でもやりとりでも、遅れていると言う', async () => {
  const { browser } = await member('waits')
  const asked = await browser.open('/mypage/contact.html')
  const thread = await asked.press('送信する', { topic: 'data', text: '動画が止まります。' })
  expect(thread.title).toBe('データ量・通信のお問い合わせ')
  expect((await browser.open('/mypage/contact.html')).text).toContain(
    '2026年11月20日（金）18:00までに回答',
  )
  harness.clock.set('2026-11-20T18:00:01+09:00')
  const later = browse(await harness.signIn('waits'))
  const late = '2026年11月20日（金）18:00までの回答が遅れています'
  expect((await later.open('/mypage/contact.html')).text).toContain(late)
  expect((await later.open(thread.url.href)).text).toContain(
    '回答が遅れています。申し訳ありません。',
  )
})
