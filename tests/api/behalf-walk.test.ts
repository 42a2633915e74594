import { expect, test } from 'vitest'
import { attribute, descendants, textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { openDeskPages } from './desk-pages.ts'
import { openPages } from './pages.ts'
import { useSeededHarness } from './seeded.ts'

// Done or sent by a clerk on the telephone, and read by the member, on the screens of both. With script, and looked at:
// tests/e2e/console-behalf.e2e.ts.

const harness = await useSeededHarness()
const browse = await openPages(harness)
const atDesk = await openDeskPages(harness)

const pagesOf = async (loginId: string) => browse(await harness.signIn(loginId))
type Browser = Awaited<ReturnType<typeof pagesOf>>

/** The member reads out the code that my page shows; the clerk types it into the record opened out of the case. */
async function openProved(clerk: Browser, member: Browser, topic: string) {
  const contacts = await member.open('/mypage/contact.html')
  const asked = contacts.links.find(({ text, href }) => text.includes(topic) && /no=/.test(href))
  const ticketNo = new URLSearchParams(asked?.href.split('?')[1]).get('no') ?? ''
  const calling = await member.open('/mypage/contact.html?call=1')
  const [code = ''] = (await calling.press('番号を表示する')).textsOf('contact-code')
  const record = await (await clerk.open(`/t/${ticketNo}`)).press('360°を開く')
  const proved = await record.press('照らし合わせる', { code })
  expect(proved.text).toContain('ご本人と確かめました')
  return { ticketNo, proved }
}

/** The part of a page that says so. */
const noticeWith = ({ elements }: Page, words: string) =>
  elements.find(
    (one) =>
      (attribute(one, 'class') ?? '').split(' ').includes('notice') && textOf(one).includes(words),
  )

test('代理のSIM再発行は保留になり、2人目の担当に確認の件が出て、本人はログインの記録から止められる', async () => {
  const member = await pagesOf('sato')
  const clerk = await atDesk('yamamoto')
  const { ticketNo, proved } = await openProved(clerk, member, 'データ')
  const list = await proved.follow('代理で手続きする')
  expect(list.heading).toBe('代理の手続き')
  const choice = await list.follow('代理で開く', 'サイズ変更・再発行')
  const input = await choice.follow('サイズ変更・再発行')
  const confirm = await input.press('費用と日程を確認する', { reason: 'broken', size: 'nano' })
  expect(confirm.textsOf('read-out').join()).toContain('よろしいですか。')
  const done = await confirm.press('SIMの発行を申し込む')
  expect(done.heading).toMatch(/受付$/)

  const second = await (await atDesk('fukuda')).open('/queue/hold')
  const item = await second.follow('代理の手続きを確認する')
  expect(item.text).toContain('2人目が確認しないと')

  const logins = await member.open('/mypage/user/login.html')
  const onHold = noticeWith(logins, `お問い合わせ ${ticketNo}`)
  expect(onHold && textOf(onHold)).toContain('お電話で承り、当社の担当者から')
  const buttons = (onHold ? descendants(onHold) : []).filter(({ tagName }) => tagName === 'button')
  expect(buttons.map(textOf)).toContain('このお申し込みを止める')
  const stopped = await logins.press('このお申し込みを止める')
  expect(noticeWith(stopped, `お問い合わせ ${ticketNo}`)).toBe(undefined)
})

test('高橋さんには払う画面を送り、本人がマイページのお知らせから、金額の入った確認を開ける', async () => {
  const member = await pagesOf('takahashi')
  const { proved } = await openProved(await atDesk('yamamoto'), member, '料金')
  const sent = await proved.press('お客さまに送る', { step: 'pay' })
  expect(sent.text).toContain('手続きの画面を送りました')
  await harness.drain()
  const notices = await member.open('/mypage/notices.html')
  const confirm = await notices.follow('「料金のお支払い」を開く')
  expect(confirm.heading).toBe('お支払いの確認')
  expect(confirm.buttons.join()).toContain('円を支払う')
  expect(confirm.text).toContain('お支払いが済むと、すぐに再開します')
})

test('鈴木さんのデータ容量を代理で予約すると、本人はだれがなぜしたかを読んで元に戻す', async () => {
  const member = await pagesOf('suzuki')
  const { ticketNo, proved } = await openProved(await atDesk('yamamoto'), member, '料金')
  const list = await proved.follow('代理で手続きする')
  const input = await list.follow('代理で開く', 'データ容量の変更')
  const confirm = await input.press('変更の内容を確認する', { plan: input.choice('plan', '20GB') })
  expect(confirm.textsOf('read-out').join()).toContain('よろしいですか。')
  const done = await confirm.press('この内容で変更を予約する')
  expect(done.heading).toBe('データ容量の変更の受付')

  const record = await member.open('/mypage/access.html')
  const act = record.elements.find(
    (one) => one.tagName === 'article' && textOf(one).includes('データ容量の変更を予約しました'),
  )
  expect(act && textOf(act)).toContain('担当：受付')
  expect(act && textOf(act)).toContain(`番号：${ticketNo}`)
  const order = await record.follow('手続きの状況を見る・取り消す')
  expect(order.text).toContain(`（お問い合わせ ${ticketNo}）`)
  const undo = await order.follow('取り消す')
  const undone = await undo.press('予約を取り消す')
  expect(undone.heading).toBe('データ容量変更の取り消し')
})
