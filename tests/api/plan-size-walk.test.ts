import { expect, test } from 'vitest'
import type { Page } from '../browser-without-script.ts'
import { openPages } from './pages.ts'
import { simDesk } from './sim-orders.ts'
import { useHarness } from './use-harness.ts'

// A change of size, its papers, and further lines on the member's screens. Their rules: src/backend/plan-size, document and
// sim; what is pressed twice: tests/e2e/procedures.e2e.ts; with script,
// looked at in each state: procedures-plan-size.e2e.ts.

const harness = await useHarness('2026-11-28T10:00:00+09:00', {}, { prints: true })
const browse = await openPages(harness)
const desk = simDesk(harness, 'size')
const { loginId } = await desk.member()

const change = '/mypage/plan/change.html'
const pagesOf = async () => browse(await harness.signIn(loginId))

async function toConfirm(size: string): Promise<Page> {
  const input = await (await pagesOf()).open(change)
  const confirm = await input.press('変更の内容を確認する', { plan: input.choice('plan', size) })
  expect(confirm.heading).toBe('データ容量の変更の確認')
  return confirm
}

async function book(confirm: Page): Promise<string> {
  const done = await confirm.press('この内容で変更を予約する')
  expect(done.url.search).toContain('?done=')
  return /A-[\w-]+/.exec(done.textIn('receipt'))?.[0] ?? ''
}

/** The orders the member sees under way. */
const underWay = async () => (await (await pagesOf()).open('/mypage/order.html')).text

test('確認のあとで締め切りを過ぎると、予約せずに新しい適用日を見せる。月が替わるとその容量になる', async () => {
  const first = await book(await toConfirm('10GB'))
  const days = await (await pagesOf()).open('/mypage/deadline.html')
  expect(days.text).toContain('取り消しの期限：データ容量の変更')

  harness.clock.set('2026-11-29T11:55:00+09:00')
  const confirm = await toConfirm('20GB')
  expect(confirm.text).toContain('いまの予約と置き換わります')
  expect(confirm.answerTo('適用日')).toMatch(/2026年12月1日/)
  harness.clock.set('2026-11-29T12:00:00+09:00')
  const changed = await confirm.press('この内容で変更を予約する')
  expect(changed.text).toContain('料金または適用日が変わりました')
  expect(changed.answerTo('適用日')).toMatch(/2027年1月1日/)
  expect(changed.text).not.toContain('いまの予約と置き換わります')
  const second = await book(changed)
  const late = await (await pagesOf()).open(`${change}?undo=${first}`)
  expect(late.buttons).not.toContain('予約を取り消す')
  const both = await (await pagesOf()).open(change)
  expect(both.textsOf('notice--info')).toEqual([
    expect.stringMatching(/2026年12月1日（火）に、3GBから10GBへ変わります。/),
    expect.stringMatching(/2027年1月1日（金）に、10GBから20GBへ変わります。/),
  ])

  await harness.walkTo('2026-12-01T00:05:00+09:00', { everyHours: 24 })
  const contract = await (await pagesOf()).open('/mypage/contract.html')
  expect(contract.textIn('contract')).toContain('10GB')
  const applied = await (await pagesOf()).open(`/mypage/order.html?no=${first}`)
  expect(applied.text).toContain('適用済み')
  const undo = await (await pagesOf()).open(`${change}?undo=${second}`)
  expect((await undo.press('予約を取り消す')).url.search).toContain('?done=')
  expect(await underWay()).toContain('進行中のお手続きはありません')
})

test('変更の書面が増え、紙でも頼める', async () => {
  // Documents are written in the hour after the change.
  await harness.walkTo('2026-12-01T02:00:00+09:00')
  await harness.drain()
  const browser = await pagesOf()
  const papers = await browser.open('/mypage/document.html')
  const files = papers.links.filter(({ text }) => text.includes('PDFを開く'))
  expect(files).toHaveLength(2)
  for (const { href } of files) {
    const { status, headers } = await browser.open(href)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  }
  const confirm = await papers.follow('紙の書面を郵送')
  expect(confirm.heading).toBe('契約書面の郵送の確認')
  expect(confirm.textIn('change')).toContain('2026年12月分の請求に含めます')
  const done = await confirm.press('郵送を申し込む')
  expect(done.heading).toBe('契約書面の郵送の受付')
  expect((await browser.open('/mypage/document.html')).textIn('papers')).toContain('220円（税込）')
})

/** From the choice to the order's page. */
async function addLine(kind: 'voice' | 'data', chip: Readonly<Record<string, string>>) {
  const input = await (await pagesOf()).open('/mypage/sim/add.html')
  const answers = { kind, ...chip, nickname: '子ども用' }
  const confirm = await input.press('費用と日程を確認する', answers)
  expect(confirm.heading).toBe('SIMの追加の確認')
  expect(confirm.textIn('change')).toContain('2026年12月分の請求に含めます')
  const done = await confirm.press('SIMの追加を申し込む', { agreed: 'yes' })
  expect(done.heading).toBe('SIMの追加の受付')
  return done.follow('お手続き状況を見る')
}
const stateOf = (order: Page) => order.textsOf('order-stage__state').join()

test('SIMの追加：音声のSIMは本人確認を待つ。確かめるまでは、期限が出ていて、取り消せる', async () => {
  const order = await addLine('voice', { size: 'nano' })
  expect(stateOf(order)).toBe('本人確認待ち')
  const days = await (await pagesOf()).open('/mypage/deadline.html')
  expect(days.text).toContain('本人確認の期限')
  const undo = await order.follow('お申し込みを取り消す')
  await undo.press('お申し込みを取り消す')
  await harness.drain()
  expect(stateOf(await (await pagesOf()).open(order.url.href))).toBe('取り消し済み')
})

test('SIMの追加：データのSIMは本人確認なしで、その日に使い始められる', async () => {
  const order = await addLine('data', { size: 'esim', eid: desk.eid() })
  // The profile is ready twenty seconds after the order.
  await desk.after(1)
  const ready = await (await pagesOf()).open(order.url.href)
  expect(stateOf(ready)).toBe('切り替え待ち')
  await (await ready.follow('切り替えの日時を選ぶ')).press('この日時で切り替える')
  await harness.drain()
  await desk.work()
  expect(stateOf(await (await pagesOf()).open(order.url.href))).toBe('完了')
  const contract = await (await pagesOf()).open('/mypage/contract.html')
  expect(contract.text).toContain('子ども用')
  expect(contract.textIn('contract')).toContain('シェア')
})
