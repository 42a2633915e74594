import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { entrances } from '#portal/mypage/entrances.ts'
import { attribute } from '#server/content/html-tree.ts'
import { pages } from '#vocabulary/pages.ts'
import type { Page } from '../browser-without-script.ts'
import { startCardPage } from './applicants.ts'
import { billed } from './debts.ts'
import { profile, putCard, setProfile } from './members.ts'
import { handOff } from './one-stop.ts'
import { atCardPage } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { simDesk, type DeskMember } from './sim-orders.ts'
import { askStandIn } from './stand-ins.ts'
import { runTasks } from './tasks.ts'
import { useHarness } from './use-harness.ts'

// How a contract, a line or a stop of the service ends, on the member's screens, in the order of the days. Their rules:
// src/backend/cancellation, port-out and billing; a cancellation with script: tests/e2e/procedures.e2e.ts.

const START = '2026-11-28T10:00:00+09:00'
const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url }, { prints: true })
const browse = await openPages(harness)
const desk = simDesk(harness, 'end')

const share = { planCode: 20, course: 'share', lines: [{}, {}, { kind: 'data' }] } as const
const suzuki = await desk.member({ ...share, lines: [...share.lines] })
const sato = await desk.member()
const ito = await desk.member()
const tanaka = await desk.member()
await writePapers(ito)
const takahashi = await debtor()

async function writePapers(...members: DeskMember[]) {
  for (const { accountId } of members) await setProfile(harness, accountId, profile)
  await runTasks(harness, 'documents missing')
  await harness.drain()
}

/** October was refused thrice: what is stopped for it is stopped when the next month begins. */
async function debtor() {
  const owes = await desk.member()
  await putCard(harness, owes.contractId, 'insufficient-funds')
  harness.clock.set('2026-11-01T07:00:00+09:00')
  await billed(harness, owes.contractId, { month: '2026-10' })
  for (const day of ['07', '10', '13']) {
    harness.clock.set(`2026-11-${day}T10:00:00+09:00`)
    await runTasks(harness, 'overdue', 'collection')
  }
  harness.clock.set(START)
  return owes
}

const pagesOf = async ({ loginId }: Pick<DeskMember, 'loginId'>) =>
  browse(await harness.signIn(loginId))
const openAs = async (who: Pick<DeskMember, 'loginId'>, path: string) =>
  (await pagesOf(who)).open(path)
const textOf = async (who: Pick<DeskMember, 'loginId'>, path: string) =>
  (await openAs(who, path)).text

const cancel = '/mypage/sim/cancel.html'
const change = '/mypage/plan/change.html'

/** To 確認, and what is ticked and pressed there. */
async function confirmed(input: Page, buttons: readonly [string, string], answers = {}) {
  const confirm = await input.press(buttons[0], answers)
  expect(confirm.heading).toMatch(/の確認$/)
  return { confirm, done: await confirm.press(buttons[1], { agreed: 'yes' }) }
}

const toCancel = ['解約の内容を確認する', '解約を予約する'] as const

async function bookTablet() {
  const input = await openAs(suzuki, cancel)
  const [, , lineId = ''] = suzuki.lineIds
  const { confirm, done } = await confirmed(input, toCancel, { scope: 'lines', lineId })
  expect(confirm.text).not.toContain('データ容量の変更をお申し込みいただけません')
  expect(done.heading).toBe('解約の受付')
  return done
}

/** Takes the booked cancellation back. */
async function undo(who: DeskMember) {
  const asked = await (await openAs(who, cancel)).follow('解約の予約を取り消す')
  const done = await asked.press('解約の予約を取り消す')
  expect(done.heading).toBe('解約予約の取り消し')
  expect(done.text).toContain('取り消し済み')
}

/** A change to 8 GB that waits until the number is no longer valid. */
async function queueSize() {
  const confirm = await openAs(sato, `${change}?step=confirm&plan=18`)
  const queued = await confirm.press('受け付けられるようになったら自動で申し込む')
  expect(queued.heading).toBe('お手続き状況')
  expect(queued.textIn('queue')).toContain('データ容量の変更（8GBへ）')
  return queued
}

/** A valid number for the member's line, on the screen that shows it. */
async function numberOf(who: DeskMember, lineId: string) {
  const input = await openAs(who, '/mypage/portout.html')
  const buttons = ['転出の内容を確認する', 'MNP予約番号の発行を申し込む'] as const
  const { done } = await confirmed(input, buttons, { lineId })
  expect(done.heading).toBe('MNP予約番号')
  await desk.after(5)
  const address = done.url.pathname + done.url.search
  const shown = await openAs(who, address)
  const [number = ''] = shown.textsOf('amount--figure')
  expect(number).toMatch(/^\d\d-\d{3}-\d{5}$/)
  return { shown, address, mnpNumber: number.replaceAll('-', '') }
}

test('番号が有効なあいだに断られたデータ容量の変更は、空く日が出て、自動で頼め、取り下げられる', async () => {
  const { shown } = await numberOf(sato, sato.lineId)
  expect(shown.text).toContain('2026年12月12日（土）まで')
  const refused = await openAs(sato, change)
  expect(refused.textsOf('notice--warning').join()).toContain(
    '2026年12月13日（日）から手続きできます',
  )
  const queued = await queueSize()
  expect(queued.textIn('queue')).toContain('手続きできる見込み：2026年12月13日（日）')
  const over = await queued.press('順番待ちを取り下げる')
  expect(over.elements.some((one) => attribute(one, 'id') === 'queue')).toBe(false)
  await queueSize()
})

test('解約は予約し、取り消し、また予約できる。1回線でも、ご契約のすべてでも', async () => {
  harness.clock.set('2026-11-29T10:00:00+09:00')
  expect((await bookTablet()).textIn('next')).toContain('2026年11月29日（日）')
  await undo(suzuki)
  await bookTablet()
  expect(await textOf(suzuki, '/mypage/top.html')).toContain(
    '2026年11月30日（月）が最終利用日です。2026年11月29日（日）24:00まで取り消せます。',
  )
  for (const again of [true, false]) {
    const { done } = await confirmed(await openAs(ito, cancel), toCancel)
    expect(done.text).toContain('ご契約の解約を受け付けました')
    if (again) await undo(ito)
  }

  // Behind a SIM that is on its way it waits; its last day counts from today all the same.
  await desk.orderCard(await desk.again(tanaka.loginId), tanaka.lineId)
  const { confirm, done } = await confirmed(await openAs(tanaka, cancel), toCancel)
  expect(confirm.text).toContain('お申し込みの日から決まり、待っても変わりません')
  expect(done.textIn('receipt')).toContain('順番待ち')
})

test('初期契約解除は8日目の24時までに送れば成り立ち、確認を開いたまま日が替わると断られる', async () => {
  harness.clock.set('2026-11-29T23:55:00+09:00')
  const path = '/mypage/initial-cancel.html'
  const buttons = ['初期契約解除の内容を確認する', '初期契約解除を申し出る'] as const
  const watanabe = await desk.member({ startedOn: '2026-11-22' })
  await writePapers(watanabe)
  const input = await openAs(watanabe, path)
  expect(input.text).toContain('今日が最後の日です（24:00まで）')
  const { confirm, done } = await confirmed(input, buttons)
  // Once for the whole contract, and nothing was called or charged.
  expect(confirm.text).toContain('3,300円（税込）')
  expect(done.heading).toBe('初期契約解除の受付')
  await harness.drain()
  const top = await textOf(watanabe, '/mypage/top.html')
  expect(top).toContain('ご契約は終了しました（初期契約解除済み）')
  expect(top).toContain('2026年11月29日（日）')
  expect(await textOf(watanabe, '/mypage/notices.html')).toContain('初期契約解除が完了しました')
  expect(await textOf(watanabe, '/mypage/document.html')).toContain('2027年2月28日（日）まで')
  expect(await textOf(watanabe, '/mypage/portout.html')).toContain('転出できる回線はありません')

  const okada = await desk.member({ startedOn: '2026-11-22' })
  const open = await (await openAs(okada, path)).press(buttons[0])
  harness.clock.set('2026-11-30T00:00:30+09:00')
  const late = await open.press(buttons[1], { agreed: 'yes' })
  expect(late.text).toContain('期間')
  expect(late.buttons).not.toContain(buttons[1])
  expect(late.links.map(({ text }) => text)).toContain('通常の解約を見る')
})

test('最終利用日には取り消せず、月が替わると終わり、記録と書面は残る', async () => {
  const last = await openAs(suzuki, cancel)
  expect(last.text).toContain('取り消しできる期限を過ぎたため、取り消せません')
  expect(last.links.map(({ text }) => text)).not.toContain('解約の予約を取り消す')
  await harness.walkTo('2026-12-01T00:05:00+09:00', { everyHours: 24 })
  await harness.drain()
  const contract = await textOf(suzuki, '/mypage/contract.html')
  expect(contract).toContain('2026年11月30日（月）まで')
  expect(await textOf(suzuki, '/mypage/notices.html')).toContain('解約が完了しました')
  expect(await textOf(suzuki, '/mypage/order.html')).toContain('進行中のお手続きはありません')

  expect(await textOf(ito, '/mypage/top.html')).toContain('ご契約は終了しました（解約済み）')
  const browser = await pagesOf(ito)
  const papers = await browser.open('/mypage/document.html')
  expect(papers.text).toContain('2027年2月28日（日）まで')
  const href = papers.links.find(({ text }) => text.includes('PDFを開く'))?.href ?? ''
  expect((await browser.open(href)).status).toBe(200)
  for (const path of [cancel, change]) {
    const refused = await browser.open(path)
    expect(refused.textsOf('notice--warning').join()).toContain('ご契約が終了しているため')
    expect(refused.buttons).toEqual([])
  }

  // Wished for in November, it ended with November, although a SIM order was still under way.
  expect(await textOf(tanaka, cancel)).toContain('ご契約が終了しているため')
  expect(await textOf(tanaka, '/mypage/notices.html')).toContain('解約が完了しました')
})

test('終わったご契約では、使えるあいだだけの画面は、入力のまえに終わったことを伝え、招待や贈る画面も開かない', async () => {
  const closing = entrances.filter(({ closesWithContract }) => closesWithContract)
  expect(closing.map(({ label }) => label)).toEqual([
    'データ残量のお知らせ',
    '料金の上限と自動チャージ',
    'プッシュ通知',
    'Webhook',
    'アプリとウィジェット',
  ])
  const browser = await pagesOf(ito)
  for (const { href, label } of closing) {
    const { heading, text, buttons } = await browser.open(href)
    expect([heading, buttons], href).toEqual([label, []])
    expect(text).toContain('ご契約は終了しました')
    expect(text).not.toContain('はじめに、ご本人の確認をお願いします')
  }
  const family = await browser.open(`${pages.family}?invite=1`)
  expect(family.text).toContain('新しくは招けません')
  expect((await browser.open(pages.billing)).links.map(({ href }) => href)).not.toContain(
    pages.spending,
  )
  const gift = await browser.open(`${pages.gift}?give=1`)
  expect(gift.url.search).toBe('')
  expect(gift.text).toContain('いまは贈れません')
})

test('転出は番号でもワンストップでもその回線だけを終え、最後の回線とともに契約が終わる', async () => {
  const [first = '', second = ''] = suzuki.lineIds
  const { address: shown, mnpNumber } = await numberOf(suzuki, first)
  const number = await phoneOf(suzuki, first)
  const used = await askStandIn(harness.carrier, '/mnp/use', { number, mnpNumber })
  expect(used.status).toBe(200)
  await desk.after(11)
  const over = await openAs(suzuki, shown)
  expect(over.text).toContain('MNP転出：転出済み')
  expect(over.text).not.toContain('新しい番号')

  const consent = '/mypage/portout/consent.html'
  const asked = await handOff(harness, await phoneOf(suzuki, second))
  const query = { token: asked.token, return_url: asked.returnUrl }
  const address = (changed = {}) => `${consent}?${new URLSearchParams({ ...query, ...changed })}`
  const elsewhere = await openAs(suzuki, address({ return_url: 'https://evil.example/' }))
  expect(elsewhere.text).toContain('戻り先が登録されていない')
  expect(elsewhere.buttons).toEqual([])
  const sheet = await openAs(suzuki, address())
  expect(sheet.heading).toBe('MNP転出への同意')
  const agreed = await sheet.press('同意する', { agreed: 'yes' })
  expect(agreed.text).toContain('同意を受け付けました')
  const back = await agreed.follow('移転先の画面に戻る')
  expect(back.leadsTo).toBe(`${asked.returnUrl}?result=consented`)
  expect((await openAs(suzuki, address())).text).toContain('同意を受け付けました')
  expect(await textOf(suzuki, '/mypage/portout.html')).toContain(
    'みらいの電話（転入先の見本）への転出に同意いただきました',
  )
  await desk.after(11)
  expect(await textOf(suzuki, '/mypage/top.html')).toContain('ご契約は終了しました（')
})

const phoneOf = async (who: DeskMember, lineId: string) => {
  const { lines } = await (await desk.again(who.loginId))(api.contractGet)
  return lines.find((line) => line.lineId === lineId)?.number ?? ''
}

test('止まっている方は、カードを替えて未払いの料金を支払うと、その場でご利用が再開する', async () => {
  harness.clock.set('2026-12-01T10:00:00+09:00')
  await runTasks(harness, 'overdue')
  await harness.drain()
  const browser = await pagesOf(takahashi)
  const top = await browser.open('/mypage/top.html')
  expect(top.text).toContain('ご利用を停止しています')
  const owed = await top.follow('支払う')
  expect(owed.heading).toBe('料金のお支払い')
  const confirm = await owed.follow('今すぐ支払う（2026年10月分）')
  expect(confirm.heading).toBe('お支払いの確認')
  expect(confirm.text).toContain('お支払いが済むと、すぐに再開します')
  const refused = await confirm.press('円を支払う')
  expect(refused.text).toContain('利用できる金額を超えているため')

  const card = await refused.follow('カードを変更する')
  const typing = await card.press('カードを変更する')
  const changed = await browser.open(atCardPage(typing.leadsTo ?? ''))
  expect(changed.text).toContain('カードを変更しました。')
  expect(changed.text).toContain('末尾4242')
  const paid = await changed.press('円を支払う')
  expect(paid.heading).toBe('お支払いの結果')
  expect(paid.text).toContain('ご利用を再開しました')
  expect((await browser.open('/mypage/top.html')).text).not.toContain('ご利用を停止しています')
})

test('使われなかった番号は期限の翌日に失効し、順番待ちの変更がひとりでに始まる', async () => {
  harness.clock.set('2026-12-13T00:05:00+09:00')
  await runTasks(harness, 'MNP numbers expiring', 'queued procedures')
  await harness.drain()
  expect(await textOf(sato, change)).toContain('2027年1月1日（金）に、3GBから8GBへ変わります')
  const all = await (await openAs(sato, '/mypage/order.html')).follow('すべて')
  expect(all.textIn('queue')).toContain('開始済み')
  expect(await textOf(sato, '/mypage/notices.html')).toContain('順番待ちの手続きを始めました')
})
