import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReview } from '#backend/application/public.ts'
import { api } from '#protocol/index.ts'
import { startCardPage } from '#tests/api/applicants.ts'
import { handoverDesk } from '#tests/api/handovers.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowOf, rowsOf } from '#tests/api/rows.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-28T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant, runAt, ordersOf } = handoverDesk(harness, 'withdrawal')

describe('切り替わるまでは、どちらも取りやめられる', () => {
  async function booked(person: { firstNameKana: string; firstName: string }) {
    const from = await giver()
    const { offer: offered } = await offer(from, person)
    const given = { handoverNo: offered.handoverNo ?? '', number: from.number }
    const taker = await applicant(given, person)
    await taker.submit()
    return { from, taker, given, orderNo: offered.orderNo }
  }

  test('ゆずる方が取りやめると、契約は始まらず、回線はそのまま', async () => {
    const person = { firstNameKana: 'ミオ', firstName: '澪' }
    const { from, taker, orderNo } = await booked(person)
    const call = await from.again()
    expect((await call(api.handoverWithdrawPost, { body: { orderNo } })).state).toBe('withdrawn')
    expect(await codeOf(call(api.handoverWithdrawPost, { body: { orderNo } }))).toBe(
      'HANDOVER_OVER',
    )
    const { status } = await rowOf(harness, 'contract', ['status'], {
      account_id: taker.account(),
    })
    expect(status).toBe('rejected')
    expect((await taker.call(api.applicationStatusGet)).state).toBe('rejected')
    expect(await noticeTitles(harness, taker.account())).toContain(
      '回線を譲り受けられなくなりました',
    )
    await runAt('2026-12-01T00:00:00+09:00')
    const { lines } = await (await from.again())(api.contractGet)
    expect(lines.map((line) => line.status)).toEqual(['active', 'active'])
  })

  test('譲り受ける方が取り消すと、番号は期限までもう一度使える', async () => {
    const person = { firstNameKana: 'サキ', firstName: '咲' }
    const { from, taker, given } = await booked(person)
    const { orderNo, canWithdraw } = await taker.call(api.applicationStatusGet)
    expect(canWithdraw).toBe(true)
    const after = await taker.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect(after.state).toBe('withdrawn')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'offered']])
    expect(await noticeTitles(harness, from.accountId)).toContain(
      'ご家族のお申し込みが取り消されました',
    )
    const second = await applicant(given, person)
    expect((await second.submit()).state).toBe('accepted')
    await runAt('2026-12-01T00:00:00+09:00')
    expect((await (await second.again())(api.contractGet)).status).toBe('active')
  })

  test('審査中にゆずる方が取りやめると、担当者が認めても契約は始まらない', async () => {
    const person = { firstNameKana: 'レイ', firstName: '玲' }
    const first = await booked(person)
    // Called and born alike, but written otherwise: staff look at it.
    const from = await giver()
    const { offer: offered } = await offer(from, person)
    const given = { handoverNo: offered.handoverNo ?? '', number: from.number }
    const taker = await applicant(given, { ...person, firstName: '礼' })
    const { state, orderNo } = await taker.submit()
    expect([state, await ordersOf(await from.again())]).toEqual([
      'in_review',
      [['lineHandover', 'taken']],
    ])
    const call = await from.again()
    await call(api.handoverWithdrawPost, { body: { orderNo: offered.orderNo } })
    const { db } = harness.database
    await db
      .transaction()
      .execute((tx) => decideReview(tx, orderNo, { decision: 'accept' }, harness.clock.now()))
    await runTasks(harness, 'applications decided')
    expect(await taker.call(api.applicationStatusGet)).toMatchObject({
      state: 'rejected',
      reason: '回線をゆずる方の手続きが終わったため、お受けできませんでした。',
    })
    expect((await first.taker.call(api.contractGet)).status).toBe('preparing')
  })

  test('利用を停止した回線は移らず、どちらにも伝わる', async () => {
    const { from, taker } = await booked({ firstNameKana: 'ナオ', firstName: '直' })
    const call = await from.again()
    await call(api.lineSuspensionPost, { body: { lineId: from.lineId } })
    await harness.drain()
    await runAt('2026-12-01T00:00:00+09:00')
    expect(await ordersOf(await from.again())).toEqual([['lineHandover', 'failed']])
    expect(await noticeTitles(harness, from.accountId)).toContain('回線をご家族に移せませんでした')
    expect(await noticeTitles(harness, taker.account())).toContain(
      '回線を譲り受けられなくなりました',
    )
  })

  test('解約も予約した回線は、月の終わりにご家族に移り、解約の予約は置き換わる', async () => {
    const { from, taker } = await booked({ firstNameKana: 'ユイ', firstName: '結' })
    const call = await from.again()
    const query = { lineId: [from.lineId] }
    const { conditions } = await call(api.simCancelPaymentGet, { query })
    await call(api.simCancelReservePost, {
      body: { conditions, agreed: true, lineIds: [from.lineId] },
    })
    await runAt('2026-12-01T00:00:00+09:00')
    expect(Object.fromEntries(await ordersOf(await from.again()))).toEqual({
      lineHandover: 'handed_over',
      lineCancel: 'replaced',
    })
    expect((await (await taker.again())(api.contractGet)).status).toBe('active')
  })

  test('設備が答えないあいだも移り、答えるまで同じ番号で尋ね続ける', async () => {
    const { from } = await booked({ firstNameKana: 'リク', firstName: '陸' })
    await standInFault(harness.carrier, { mode: 'down' })
    await runAt('2026-12-01T00:00:00+09:00')
    const asked = () =>
      rowsOf(harness, 'carrier_exchange', ['state'], { contract_id: from.contractId })
    expect(await asked()).toEqual([{ state: 'unknown' }])
    await standInFault(harness.carrier, { mode: 'off' })
    harness.clock.set('2026-12-01T00:10:00+09:00')
    await harness.services.exchanges.reconcile()
    expect(await asked()).toEqual([{ state: 'accepted' }])
  })
})
