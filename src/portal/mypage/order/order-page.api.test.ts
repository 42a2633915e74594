import { expect, test } from 'vitest'
import { OrderDetail } from '#portal/mypage/order/detail.tsx'
import { loadOrders } from '#portal/mypage/order/load.ts'
import { api } from '#protocol/index.ts'
import { orderPage, pages } from '#vocabulary/pages.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { screenText } from '#tests/screen-text.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const desk = simDesk(harness, 'page')
const at = (path: string) => new URL(path, 'http://localhost:3000')
const keys = { xsrfToken: 'x', draft: 'd' }

/** What the page of an order says to who came to it by this address. */
async function orderText({ loginId }: { loginId: string }, orderNo: string, query = '') {
  const { call } = await harness.signIn(loginId)
  const loaded = await loadOrders(call, at(orderPage(orderNo) + query))
  if (loaded.page === 'list') throw new Error('not the page of an order')
  return screenText(OrderDetail, { ...loaded, keys, phone: 'apple' as const })
}

test('eSIMは、端末に入れてから切り替える。コードのそばに追加のボタンがあり、届くSIMや申し込みの話はしない', async () => {
  const member = await desk.member()
  const { orderNo } = await desk.orderEsim(member.call, member.lineId)
  await desk.after(1)
  const before = await orderText(member, orderNo)
  expect(before.indexOf('アクティベーションコードを表示する')).toBeGreaterThan(0)
  expect(before.indexOf('切り替えの日時を選ぶ')).toBeGreaterThan(
    before.indexOf('アクティベーションコードを表示する'),
  )
  const code = await orderText(member, orderNo, '&ask=esim&note=verified')
  const add = code.indexOf('このiPhoneに追加する')
  expect(add).toBeGreaterThan(0)
  expect(code.indexOf('SM-DP+アドレス')).toBeGreaterThan(add)
  expect(code.indexOf('切り替えの日時を選ぶ')).toBeGreaterThan(add)
  expect(code).not.toContain('まだお申し込みは完了していません')
  const switching = await orderText(member, orderNo, '&ask=switch')
  expect(switching).toContain('eSIMを端末に追加したことを確かめてから選んでください')
  expect(switching).not.toContain('手元に')
})

test('進行中には、終わった順番待ちは並ばない。「すべて」には残る', async () => {
  const member = await desk.member()
  const { call, lineId } = member
  const { conditions } = await call(api.portOutPaymentGet, { query: { lineId } })
  await call(api.portOutIssuanceRequestPost, { body: { lineId, conditions, agreed: true } })
  await desk.after(1)
  const body = { operation: 'planSizeChange', plan: 18 } as const
  const { queueId } = await call(api.procedureQueuePost, { body })
  const queueUnder = async (query: string) => {
    const loaded = await loadOrders(call, at(pages.orders + query))
    if (loaded.page === 'detail') throw new Error('not the list')
    return loaded.procedures.map(({ stateLabel }) => stateLabel)
  }
  expect(await queueUnder('')).toEqual(['順番待ち'])
  await call(api.procedureQueueDelete, { query: { queueId } })
  expect(await queueUnder('')).toEqual([])
  expect(await queueUnder('?only=all')).toEqual(['取り下げ済み'])
})
