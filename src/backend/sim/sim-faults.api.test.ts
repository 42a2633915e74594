import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { noticeTitles, noticesOf } from '#tests/api/notices.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { findLingeringOrders } from '#backend/procedure/lingering-orders.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const desk = simDesk(harness, 'fault')
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})
afterEach(() => desk.carrierFault({ mode: 'off' }))

/** What became of every event of an order, as the database has it. */
const eventsOf = (orderNo: string) =>
  harness.database.db
    .selectFrom('order_event')
    .select('state')
    .where('order_no', '=', orderNo)
    .orderBy('sequence')
    .execute()
    .then((rows) => rows.map(({ state }) => state))

/** Orders the carrier really took for a line of ours. */
async function exchangesOf(orderNo: string) {
  return rowsOf(
    harness,
    'carrier_exchange',
    ['exchange_id', 'state', 'attempts'],
    { order_no: orderNo },
    'created_at',
  )
}

const reportOf = (
  exchangeId: string,
  state: string,
  at: string,
  facts: Record<string, unknown> = {},
) =>
  harness.report({
    type: 'order',
    eventId: `${exchangeId}-${state}`,
    orderId: exchangeId,
    lineRef: 'any',
    state,
    at,
    facts,
  })

async function exchangeIdOf(orderNo: string) {
  const [first] = await exchangesOf(orderNo)
  return first?.exchange_id ?? ''
}

describe('回線設備が思いどおりに答えないとき', () => {
  test('断られた注文は「手続きできず」になり、料金はかからず、もう一度申し込める', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId, '9422')
    await harness.drain()
    const failed = await desk.order(member, orderNo)
    expect(failed).toMatchObject({ state: 'failed', tone: 'danger' })
    expect(failed.esim).toBeUndefined()
    const charges = await rowsOf(harness, 'booked_charge', '*', { contract_id: member.contractId })
    expect(charges).toEqual([])
    expect((await desk.orderEsim(member.call, member.lineId)).state).toBe('ordered')
  })

  test('受け付けたあとで失敗した注文も、料金なしで終わる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId, '9500')
    await harness.drain()
    await desk.after(3)
    expect(await desk.order(member, orderNo)).toMatchObject({ state: 'failed', final: true })
  })

  test('30分止まっていた回線設備に、同じ注文がちょうど1回届く', async () => {
    const member = await desk.member()
    await desk.carrierFault({ mode: 'down' })
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await harness.drain()
    const waiting = await desk.order(member, orderNo)
    expect(waiting).toMatchObject({ state: 'ordered', final: false })
    expect(waiting.message).toContain('応答を確認しています')
    await desk.after(15)
    await desk.after(15)
    expect((await desk.order(member, orderNo)).state).toBe('ordered')
    await desk.carrierFault({ mode: 'off' })
    await desk.after(1)
    await desk.after(1)
    expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
    expect(await exchangesOf(orderNo)).toMatchObject([{ state: 'accepted' }])
  })

  test('答えが来なかった注文は、受け付けられていたと分かればそのまま進む', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId, '9408')
    await harness.drain()
    expect((await desk.order(member, orderNo)).message).toContain('応答を確認しています')
    await desk.after(1)
    await desk.after(1)
    expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
  })

  test('回線設備からの知らせが2度来ても、逆の順でも、経過は同じ', async () => {
    const events = [
      ['shipped', '2026-11-21T15:00:00+09:00', { trackingNo: '111122223333', iccid: '8981100' }],
      ['arrived', '2026-11-22T11:00:00+09:00', {}],
      ['switch_ready', '2026-11-22T11:01:00+09:00', {}],
    ] as const
    const orders = [events, events.toReversed(), [...events, ...events], events.slice(2)]
    for (const arrival of orders) {
      harness.clock.set(START)
      const member = await desk.member()
      const { orderNo } = await desk.orderCard(member.call, member.lineId)
      await harness.drain()
      const exchangeId = await exchangeIdOf(orderNo)
      harness.clock.set('2026-11-22T11:05:00+09:00')
      for (const [state, at, facts] of arrival) await reportOf(exchangeId, state, at, facts)
      expect((await desk.order(member, orderNo)).state).toBe('switch_ready')
      const states = await eventsOf(orderNo)
      expect(states.filter((state) => state !== 'arrived')).toEqual([
        'ordered',
        'preparing',
        'shipped',
        'switch_ready',
      ])
    }
  })

  test('逆の順で届いた発送の知らせからも、伝票番号は残る', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    const exchangeId = await exchangeIdOf(orderNo)
    harness.clock.set('2026-11-22T11:05:00+09:00')
    await reportOf(exchangeId, 'switch_ready', '2026-11-22T11:01:00+09:00')
    await reportOf(exchangeId, 'shipped', '2026-11-21T15:00:00+09:00', { trackingNo: '99' })
    expect((await desk.order(member, orderNo)).tracking?.trackingNo).toBe('99')
  })

  test('身に覚えのない注文の知らせは、何も変えない', async () => {
    await reportOf('cx_unknown', 'shipped', '2026-11-21T15:00:00+09:00')
    expect(await harness.services.exchanges.reconcile()).toBeTypeOf('number')
  })

  test('切り替えが断られたら、知らせたうえで1時間ごとにやり直す', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    await desk.carrierFault({ mode: 'reject', target: '/orders' })
    const call = await desk.again(member.loginId)
    await call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    await desk.carrierFault({ mode: 'off' })
    const refused = await desk.order(member, orderNo)
    expect(refused).toMatchObject({ state: 'switch_ready', stateLabel: '切り替えのやり直し待ち' })
    expect(refused.next).toBeUndefined()
    await desk.after(60)
    await desk.work()
    expect((await desk.order(member, orderNo)).state).toBe('switched')
  })

  test('返事を待つあいだの取り消しは、返事と発送が一度に分かっても、答えが出て知らされる', async () => {
    const member = await desk.member()
    await desk.carrierFault({ mode: 'silent', target: '/orders', times: 1 })
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    await member.call(api.orderDelete, { query: { orderNo } })
    const asked = await desk.order(member, orderNo)
    expect(asked).toMatchObject({ stateLabel: '取り消し確認中' })
    expect(asked.actions.cancel).toEqual({ allowed: false })
    // The carrier had taken it: nothing was heard of it until the card was on its way.
    harness.clock.set('2026-11-21T15:00:00+09:00')
    await reportOf(await exchangeIdOf(orderNo), 'shipped', '2026-11-21T15:00:00+09:00', {
      trackingNo: '11',
    })
    await harness.drain()
    await desk.work()
    expect(await desk.order(member, orderNo)).toMatchObject({
      state: 'shipped',
      stateLabel: '発送済み',
    })
    expect(await noticeTitles(harness, member.accountId)).toContain(
      'SIMのサイズ変更・再発行：お申し込みを取り消せませんでした',
    )
  })

  test('取り消しが一度受け付けられなくても、発送前ならもう一度取り消せる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    await desk.carrierFault({ mode: 'reject', target: '/orders', times: 1 })
    await member.call(api.orderDelete, { query: { orderNo } })
    await harness.drain()
    expect(await desk.order(member, orderNo)).toMatchObject({
      stateLabel: '準備中',
      actions: { cancel: { allowed: true } },
    })
    await member.call(api.orderDelete, { query: { orderNo } })
    await harness.drain()
    await desk.work()
    expect(await desk.order(member, orderNo)).toMatchObject({ state: 'cancelled', final: true })
  })

  test('切り替えの返事が来ないあいだは、そう表示され、返事が来れば切り替わる', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    await desk.carrierFault({ mode: 'down' })
    const call = await desk.again(member.loginId)
    await call(api.orderSwitchOverPost, { body: { orderNo } })
    await harness.drain()
    const waiting = await desk.order(member, orderNo)
    expect(waiting).toMatchObject({ stateLabel: '切り替え中', final: false })
    expect(waiting.message).toContain('応答を待っています')
    await desk.carrierFault({ mode: 'off' })
    await desk.after(1)
    await desk.work()
    expect((await desk.order(member, orderNo)).state).toBe('switched')
  })

  test('仕事の途中で落ちた作業係が同じ送信をやり直しても、回線設備の注文は1件', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.orderEsim(member.call, member.lineId)
    const exchangeId = await exchangeIdOf(orderNo)
    await Promise.all([
      harness.services.exchanges.send(exchangeId),
      harness.services.exchanges.send(exchangeId),
    ])
    await harness.services.exchanges.send(exchangeId)
    await harness.drain()
    await desk.after(1)
    expect(await eventsOf(orderNo)).toEqual(['ordered', 'preparing', 'switch_ready'])
    expect(await noticesOf(harness, member.accountId)).toHaveLength(2)
  })

  test('名前や番号、EID、アクティベーションコードは、どの表にも読める形で残らない', async () => {
    const member = await desk.member()
    await desk.orderEsim(member.call, member.lineId)
    await desk.after(1)
    const { activationCode } = await member.call(api.esimActivationGet, {
      query: { lineId: member.lineId },
    })
    const stored = await Promise.all(
      (['carrier_exchange', 'carrier_report', 'procedure_order', 'order_event'] as const).map(
        (table) => rowsOf(harness, table, '*', { contract_id: member.contractId }),
      ),
    )
    const text = JSON.stringify(stored)
    expect(text).not.toContain(activationCode)
    expect(text).not.toMatch(/89049032\d{24}/)
  })

  test('届かなかった注文は同じ番号で送り直され、「確認中」と表示され、1日たつと遅れとして目立つ', async () => {
    const member = await desk.member()
    const other = await desk.member()
    const lost = await desk.orderEsim(member.call, member.lineId, '9404')
    const fine = await desk.orderCard(other.call, other.lineId)
    await harness.drain()
    const shown = await desk.order(member, lost.orderNo)
    expect(shown).toMatchObject({ state: 'ordered', final: false })
    expect(shown.message).toContain('応答を確認しています')
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await harness.services.exchanges.reconcile()
    expect(await exchangesOf(lost.orderNo)).toMatchObject([{ state: 'unknown' }])
    const listed = await findLingeringOrders(
      harness.database.db,
      harness.services.procedures,
      harness.clock.now(),
    )
    const seen = (orderNo: string) => listed.find((one) => one.orderNo === orderNo)
    expect(seen(lost.orderNo)).toMatchObject({ state: 'ordered', overdue: true })
    expect(seen(fine.orderNo)).toMatchObject({ state: 'preparing', overdue: false })
  })
})
