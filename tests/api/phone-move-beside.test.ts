import { describe, expect, test } from 'vitest'
import { changeLine } from '#backend/contract/change.ts'
import { freezeLine } from '#backend/line/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { pages, phoneMovePage } from '#vocabulary/pages.ts'
import { familyDesk } from './families.ts'
import { noticesOf } from './notices.ts'
import { openPages } from './pages.ts'
import { moveDesk } from './phone-moves.ts'
import { codeOf } from './refusals.ts'
import { bookSize } from './sizes.ts'
import { useHarness } from './use-harness.ts'

// A move to another phone beside what else may be under way, and what both say on the screens (docs/decisions/112).

const START = '2026-12-29T10:00:00+09:00'
const harness = await useHarness(START)
const browse = await openPages(harness)
const desk = moveDesk(harness, 'beside')
const families = familyDesk(harness, 'beside')
type Member = Awaited<ReturnType<typeof desk.member>>

async function member() {
  harness.clock.set(START)
  return desk.member()
}

async function screens({ loginId }: Pick<Member, 'loginId'>, orderNo: string) {
  const browser = browse(await harness.signIn(loginId))
  const top = await browser.open(pages.top)
  const { text, buttons } = await browser.open(phoneMovePage(orderNo))
  return { top: top.text, move: text, buttons }
}

async function cancel({ call }: Pick<Member, 'call'>) {
  const { conditions } = await call(api.simCancelPaymentGet, { query: {} })
  return call(api.simCancelReservePost, { body: { conditions, agreed: true } })
}

describe('回線が止まったら', () => {
  test('移している途中で紛失を届けると、使えているとはどこにも言わず、切り替えたあとは、なくしたスマホに戻せない', async () => {
    const who = await member()
    const { orderNo } = await desk.seen(who)
    await who.call(api.lineSuspensionPost, { body: { lineId: who.lineId } })
    await harness.drain()
    const shown = await screens(who, orderNo)
    for (const text of [shown.top, shown.move]) {
      expect(text).toContain('紛失のため停止中')
      expect(text).not.toContain('使えています')
    }
    expect(shown.move).toContain('なくしたスマホには戻せません。')
    await desk.switchOver(who, orderNo)
    await desk.after({ seconds: 10 })
    expect(await desk.move(who, orderNo)).toMatchObject({
      works: 'new',
      wasLost: true,
      lineStatus: 'suspended',
      suspensionReason: 'lost',
      canRollBack: false,
    })
    expect(await codeOf(desk.rollBack(who, orderNo))).toBe('ROLL_BACK_LOST')
    const after = await screens(who, orderNo)
    expect(after.move).toContain('紛失のため停止中')
    const bodies = (await noticesOf(harness, who.accountId)).map(({ body }) => body).join('\n')
    for (const text of [after.top, after.move, bodies]) {
      expect(text).not.toContain('新しいスマホで使えます')
      expect(text).not.toContain('24時間は、元のスマホに戻せます')
    }
  })

  test('乗っ取りの疑いで止めた回線は、コードを見せず、切り替えもせず、元に戻すことと取りやめることだけができる', async () => {
    const who = await member()
    const other = await member()
    const { orderNo } = await desk.seen(who)
    const reading = await desk.ready(other)
    const moved = await member()
    const { orderNo: back } = await desk.moved(moved)
    for (const { contractId, lineId } of [who, other, moved]) await freeze(contractId, lineId)
    expect(await codeOf(desk.switchOver(who, orderNo))).toBe('SUSPENDED')
    expect(await codeOf(desk.codeIn(other, reading.orderNo))).toBe('SUSPENDED')
    const shown = await screens(who, orderNo)
    expect(shown.move).toContain('この回線の利用を止めているため、移行も止まっています。')
    expect(shown.buttons).not.toContain('新しいスマホに切り替える')
    const { stateLabel, todo } = await who.call(api.orderGet, { query: { orderNo } })
    expect([stateLabel, todo]).toEqual(['利用停止中', undefined])
    expect(shown.move).not.toContain('使えています')
    await who.call(api.phoneMoveWithdrawPost, { body: { orderNo } })
    await desk.rollBack(moved, back)
    await desk.after({ seconds: 10 })
    expect(await desk.move(moved, back)).toMatchObject({ state: 'rolled_back', works: 'before' })
  })
})

test('予約したデータ容量の変更は、移行と並んで進み、どちらもマイページの先頭にある', async () => {
  const who = await member()
  await bookSize(who, 18)
  const { orderNo } = await desk.moved(who)
  const { top } = await screens(who, orderNo)
  expect(top).toContain('新しいスマホへの移行：切り替え済み')
  expect(top).toContain('データ容量の変更')
  await desk.rollBack(who, orderNo)
  await desk.after({ seconds: 10 })
  const { bookedChanges } = await who.call(api.contractGet)
  expect(bookedChanges.map(({ operation }) => operation)).toEqual(['planSizeChange'])
})

test('移している途中の解約は移行のあとに待ち、それでも元のスマホに戻せる。終わった回線の移行は、使えるとは言わない', async () => {
  const who = await member()
  const { orderNo } = await desk.seen(who)
  expect((await cancel(who)).state).toBe('queued')
  await desk.switchOver(who, orderNo)
  await desk.after({ seconds: 10 })
  const booked = await screens(who, orderNo)
  expect(booked.top).toContain('元のスマホに戻せます')
  expect(booked.buttons).toContain('元のスマホに戻す')
  await desk.workAt('2026-12-30T10:30:00+09:00')
  const by = { actor: 'system', contractId: who.contractId, now: harness.clock.now() } as const
  await harness.database.db
    .transaction()
    .execute((tx) => changeLine(tx, who, { status: 'ended', ends_on: tokyoDate('2026-12-29') }, by))
  const ended = await screens(who, orderNo)
  expect(ended.move).toContain('この回線は、すでに終了しています。')
  expect(ended.move).not.toContain('新しいスマホで使えます')
  expect(ended.move).not.toContain('これからの使い方')
  expect(ended.top).not.toContain('新しいスマホへの移行')
})

test('回線を使う家族のお願いは、その回線を移しても待ち続け、移したあとに答えられる', async () => {
  const who = await member()
  const user = await families.member(who, 'lineUser', who.lineId)
  const body = { lineId: who.lineId, kind: 'option', optionCode: 'tenMinuteCalls' } as const
  await user.call(api.lineRequestPost, { body })
  const { orderNo } = await desk.moved(who)
  const { top } = await screens(who, orderNo)
  expect(top).toContain('新しいスマホへの移行：切り替え済み')
  const { requests } = await who.call(api.familyRequestGet, { query: { only: 'open' } })
  expect(requests).toHaveLength(1)
  const lineOfUser = await browse({ ...user, secret: user.session }).open(pages.familyLines)
  expect(lineOfUser.text).not.toContain('移せません')
  expect(await codeOf(user.call(api.phoneMoveGet, { query: { orderNo } }))).toBe('ACCESS_DENIED')
})

test('移したあとにほかのSIMを頼むと、前の移行の画面は、いまの状態とは違うことがあると言う', async () => {
  const who = await member()
  const { orderNo } = await desk.moved(who)
  await desk.workAt('2026-12-30T10:30:00+09:00')
  await desk.again(who)
  await desk.orderCard(who.call, who.lineId)
  const { move } = await screens(who, orderNo)
  expect(move).toContain('いまの状態とは違うことがあります')
  expect(move).not.toContain('これからの使い方')
})

test('切り替えの途中で回線設備が30分止まっても、進んだとも戻ったとも言わず、戻ると1度だけ切り替わる', async () => {
  const who = await member()
  const { orderNo } = await desk.seen(who)
  await desk.carrierFault({ mode: 'down', target: '/orders' })
  await desk.switchOver(who, orderNo)
  for (const minutes of [1, 29]) {
    await desk.after({ minutes })
    const shown = await screens(who, orderNo)
    expect(shown.move).toContain('回線設備からの応答を待っています')
    expect(shown.move).toContain('重ねての操作はいりません')
    expect(shown.buttons).toEqual([])
  }
  await desk.carrierFault({ mode: 'off' })
  await desk.after({ minutes: 30 })
  await desk.again(who)
  expect(await desk.move(who, orderNo)).toMatchObject({ state: 'switched', works: 'new' })
  expect(await desk.exchangesOf(orderNo)).toEqual([{ state: 'accepted' }, { state: 'accepted' }])
})

async function freeze(contractId: string, lineId: string) {
  const { database, services, clock } = harness
  const by = { actor: 'staff', contractId, now: clock.now() } as const
  await database.db.transaction().execute((tx) => freezeLine(tx, services, by, lineId))
  await harness.drain()
}
