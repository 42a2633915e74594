import { expect, test } from 'vitest'
import { attribute } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { profile, setProfile } from './members.ts'
import { atReader } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { simDesk } from './sim-orders.ts'
import { useHarness } from './use-harness.ts'

// Orders of SIMs on the member's screens, from the first question to the end. Their rules: src/backend/sim; the same with
// script, looked at in each state: tests/e2e/procedures-sim.e2e.ts.

const harness = await useHarness('2026-11-28T10:00:00+09:00')
const browse = await openPages(harness)
const desk = simDesk(harness, 'walk')

const member = await desk.member({
  planCode: 20,
  course: 'share',
  lines: [{}, {}, { kind: 'data' }],
})
await setProfile(harness, member.accountId, profile)
const [kenichi = '', ren = '', tablet = ''] = member.lineIds

const pagesOf = async (loginId = member.loginId) => browse(await harness.signIn(loginId))
type Browser = Awaited<ReturnType<typeof pagesOf>>

const openOrder = async (orderNo: string) =>
  (await pagesOf()).open(`/mypage/order.html?no=${orderNo}`)
const stateOf = (order: Page) => order.textsOf('order-stage__state').join()
const isOffered = (page: Page, name: string) => page.links.some(({ text }) => text === name)

/** 入力 of a line's change, up to 確認. */
async function toConfirm(
  browser: Browser,
  what: string,
  answers: Readonly<Record<string, string>>,
) {
  const { lineId = '' } = answers
  const input = await browser.open(
    `/mypage/sim/change.html?${new URLSearchParams({ what, lineId })}`,
  )
  const confirm = await input.press('費用と日程を確認する', answers)
  expect(confirm.heading).toMatch(/の確認$/)
  return confirm
}

/** 確認 to the order's page. */
async function order(confirm: Page, button: string, answers = {}): Promise<Page> {
  const done = await confirm.press(button, answers)
  expect(done.heading).toMatch(/受付$/)
  const page = await done.follow('お手続き状況を見る')
  expect(page.text).toContain('これまでの経過と予定')
  return page
}
const numberOf = ({ url }: Page) => url.searchParams.get('no') ?? ''

test('追加できない人には、どの決まりで、代わりに何ができるかが書いてある', async () => {
  const full = await (await pagesOf()).open('/mypage/sim/add.html')
  expect(full.textsOf('notice--warning').join()).toContain('3回線まで')
  const single = await desk.member()
  const small = await (await pagesOf(single.loginId)).open('/mypage/sim/add.html')
  expect(small.textsOf('notice--warning').join()).toContain('シェアできる容量')
})

test('再発行：発送までは取り消せる。伝票番号が出て、届いたら選んだ時刻に切り替わる', async () => {
  const card = { lineId: ren, reason: 'broken', size: 'nano' }
  const confirm = await toConfirm(await pagesOf(), 'reissue', card)
  expect(confirm.answerTo('取り消し')).toContain('SIMの発送前まで')
  expect(confirm.textIn('change')).toContain('2026年11月分の請求に含めます')
  const first = await order(confirm, 'SIMの発行を申し込む')
  await harness.drain()
  const preparing = await openOrder(numberOf(first))
  expect(stateOf(preparing)).toBe('準備中')
  const asked = await preparing.follow('お申し込みを取り消す')
  await asked.press('お申し込みを取り消す')
  await harness.drain()
  expect(stateOf(await openOrder(numberOf(first)))).toBe('取り消し済み')

  const again = await toConfirm(await pagesOf(), 'reissue', card)
  const orderNo = numberOf(await order(again, 'SIMの発行を申し込む'))
  expect(orderNo).not.toBe(numberOf(first))
  const choice = await (await pagesOf()).open('/mypage/sim/change.html')
  expect(choice.text).toContain('重ねて申し込めません')
  await desk.workAt('2026-11-29T15:05:00+09:00')
  const shipped = await openOrder(orderNo)
  expect(stateOf(shipped)).toBe('発送済み')
  expect(shipped.text).toMatch(/伝票番号 ?\d{12}/)
  expect(isOffered(shipped, 'お申し込みを取り消す')).toBe(false)
  expect(shipped.text).toContain('発送または切り替えの準備が終わっているため')

  await desk.workAt('2026-11-30T11:05:00+09:00')
  const arrived = await openOrder(orderNo)
  expect(stateOf(arrived)).toBe('切り替え待ち')
  const hours = await arrived.follow('切り替えの日時を選ぶ')
  const switchAt = '2026-11-30T20:00:00+09:00'
  const booked = await hours.press('この日時で切り替える', { switchAt })
  expect(stateOf(booked)).toBe('切り替えの予約済み')
  expect(booked.answerTo('切り替えの日時')).toBe('2026年11月30日（月）20:00')
  const days = await (await pagesOf()).open('/mypage/deadline.html')
  expect(days.text).toContain('SIMの切り替え')
  await desk.workAt('2026-11-30T20:05:00+09:00')
  await desk.work()
  expect(stateOf(await openOrder(orderNo))).toBe('完了')
})

test('eSIM：応答がないあいだも二重には申し込まれず、コードで端末に入れ、切り替え中と分かる', async () => {
  await desk.carrierFault({ mode: 'down' })
  // This chip's reports come twice.
  const esim = { lineId: kenichi, reason: 'modelChange', size: 'esim' }
  const confirm = await toConfirm(await pagesOf(), 'reissue', { ...esim, eid: desk.eid('9402') })
  expect(confirm.answerTo('取り消し')).toContain('eSIMのプロファイルができるまで')
  const orderNo = numberOf(await order(confirm, 'SIMの発行を申し込む'))
  await harness.drain()
  expect(stateOf(await openOrder(orderNo))).toBe('応答の確認中')
  await desk.carrierFault({ mode: 'off' })
  await desk.workAt('2026-11-30T22:06:00+09:00')
  await desk.after(1)
  const ready = await openOrder(orderNo)
  expect(stateOf(ready)).toBe('切り替え待ち')
  const code = await ready.follow('アクティベーションコードを表示する')
  expect(code.textIn('esim')).toContain('LPA:1$smdp.carrier.example$')
  const pictures = code.elements.filter(({ tagName }) => tagName === 'img')
  expect(pictures.map((one) => attribute(one, 'alt')).join()).toContain('QRコード')

  await desk.carrierFault({ mode: 'down' })
  const now = await code.follow('切り替えの日時を選ぶ')
  const switching = await now.press('この日時で切り替える')
  expect(stateOf(switching)).toBe('切り替え中')
  await harness.drain()
  const waiting = await openOrder(orderNo)
  expect(stateOf(waiting)).toBe('切り替え中')
  expect(isOffered(waiting, '切り替えの日時を選ぶ')).toBe(false)
  await desk.carrierFault({ mode: 'off' })
  await desk.workAt('2026-12-01T00:07:00+09:00')
  await desk.work()
  const done = await openOrder(orderNo)
  expect(stateOf(done)).toBe('完了')
  expect(done.textsOf('timeline__done').length + done.textsOf('timeline__current').length).toBe(4)

  // Refused by the carrier: said at once, free, and it may be ordered again.
  const wrong = await toConfirm(await pagesOf(), 'reissue', { ...esim, eid: desk.eid('9422') })
  const refused = numberOf(await order(wrong, 'SIMの発行を申し込む'))
  await desk.after(1)
  expect(stateOf(await openOrder(refused))).toBe('手続きできず')
})

test('種別変更：本人確認は読み直せる。済むと新しい番号で使い始める', async () => {
  const confirm = await toConfirm(await pagesOf(), 'kind', {
    lineId: tablet,
    kind: 'voice',
    size: 'nano',
  })
  expect(confirm.text).toContain('切り替えのときに決まる新しい番号')
  const begun = await order(confirm, '種別変更を申し込む', { agreed: 'yes' })
  const orderNo = numberOf(begun)
  expect(stateOf(begun)).toBe('本人確認待ち')
  const choice = await (await pagesOf()).open('/mypage/sim/change.html')
  expect(choice.text).toContain('SIMの種別を変更する手続きが進んでいるため')

  /** Goes to the reader and plays the outcomes one after the other, as if the card were held again. */
  async function readCard(...outcomes: string[]) {
    const browser = await pagesOf()
    const page = await browser.open(`/mypage/order.html?no=${orderNo}`)
    const reader = (await page.press('本人確認へ進む')).leadsTo ?? ''
    let back = ''
    for (const outcome of outcomes) back = await atReader(reader, outcome)
    const read = await browser.open(back)
    expect(read.url.pathname).toBe('/mypage/order.html')
    return read
  }
  const differs = await readCard('unreadable', 'mismatch')
  expect(differs.text).toContain('一致しなかった項目：住所')
  expect(differs.text).toContain('あと2回試せます')
  await readCard('matched')
  await harness.drain()
  expect(stateOf(await openOrder(orderNo))).toBe('準備中')

  await desk.workAt('2026-12-03T11:05:00+09:00')
  const ready = await openOrder(orderNo)
  expect(stateOf(ready)).toBe('切り替え待ち')
  await (await ready.follow('切り替えの日時を選ぶ')).press('この日時で切り替える')
  await harness.drain()
  await desk.work()
  expect(stateOf(await openOrder(orderNo))).toBe('完了')
  const contract = await (await pagesOf()).open('/mypage/contract.html')
  expect(contract.text).toMatch(/070-0000-\d{4}/)
})
