import { beforeEach, describe, expect, test } from 'vitest'
import { decideReview, type Decision } from './public.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { byStaff } from '#tests/api/reviews.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { setProfile } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'

const START = '2026-11-20T10:00:00+09:00'
const BACK = '/mypage/order.html?no=1'

const harness = await useHarness(START)
const desk = simDesk(harness, 'identity')
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})

/** A member whose profile is complete, with a voice line ordered that waits for the check. */
async function waiting(known?: object) {
  const member = await desk.member({ planCode: 20 })
  await setProfile(harness, member.accountId, known)
  const { orderNo, state, identity } = await desk.orderLine(member.call, 'voice', 'nano')
  expect({ state, identity: identity.state }).toEqual({ state: 'id_check', identity: 'waiting' })
  return { member, orderNo }
}

/** Begins as the button does, and follows the way out; what comes back is where the browser is sent. */
async function begin(member: DeskMember, orderNo: string) {
  const call = await desk.again(member.loginId)
  const { startUrl } = await call(api.identityCheckPost, { body: { orderNo, back: BACK } })
  const checkId = startUrl.split('/').at(-1) ?? ''
  return { checkId, url: await harness.services.identity.start(member.accountId, checkId) }
}

/** The member's part at the reader. */
async function read(url: string, outcome: string) {
  await fetch(url)
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }).toString(),
  })
}

const stateOf = async (member: DeskMember, orderNo: string) =>
  (await (await desk.again(member.loginId))(api.identityCheckGet, { query: { orderNo } })).state

const orderState = async (member: DeskMember, orderNo: string) =>
  (await (await desk.again(member.loginId))(api.orderGet, { query: { orderNo } })).state

describe('本人確認', () => {
  test('一致すると注文が進み、戻り先に帰る。知らせが2度来ても、古い読み取りの知らせが来ても、変わらない', async () => {
    const { member, orderNo } = await waiting()
    const call = await desk.again(member.loginId)
    const order = await call(api.orderGet, { query: { orderNo } })
    expect(order.next).toEqual({ label: '本人確認の期限', on: '2026-12-04T10:00:00+09:00' })
    expect(order.timeline.at(-1)?.expectedOn).toBeUndefined()
    const { checkId, url } = await begin(member, orderNo)
    const back = await read(url, 'matched')
    expect(back.headers.get('location')).toMatch(
      new RegExp(`^http://localhost:3000/identity/return/${checkId}\\?session=`),
    )
    const sessionId = url.split('/').at(-1) ?? ''
    const evidence = {
      method: 'certificate',
      document: 'my_number_card',
      reference: 'JPKI-1',
    } as const
    const said = { sessionId, verifiedOn: '2026-11-20', failure: null, evidence } as const
    const news = { ...said, state: 'matched' } as const
    await harness.services.identity.takeReading(news)
    await harness.services.identity.takeReading(news)
    await harness.services.identity.takeReading({ ...news, state: 'expired', verifiedOn: null })
    await harness.services.identity.takeReading({ ...news, sessionId: 'unknown' })
    expect(await harness.services.identity.finish(member.accountId, checkId)).toBe(BACK)
    expect(await stateOf(member, orderNo)).toBe('matched')
    const exchanges = await rowsOf(harness, 'carrier_exchange', '*', { order_no: orderNo })
    expect(exchanges).toHaveLength(1)
    await harness.drain()
    expect(await orderState(member, orderNo)).toBe('preparing')
    await desk.workAt('2026-11-22T12:00:00+09:00')
    expect(await orderState(member, orderNo)).toBe('switch_ready')
  })

  test('電子証明書の期限切れは、時間切れと区別して伝え、試せる回数を減らさない', async () => {
    const { member, orderNo } = await waiting()
    for (const _ of [1, 2]) {
      const { checkId, url } = await begin(member, orderNo)
      await read(url, 'expired')
      await harness.services.identity.finish(member.accountId, checkId)
      const call = await desk.again(member.loginId)
      expect(await call(api.identityCheckGet, { query: { orderNo } })).toMatchObject({
        state: 'expired',
        stateLabel: '証明書の期限切れ',
        message: expect.stringContaining('お住まいの市区町村の窓口で更新できます'),
        attemptsLeft: 3,
      })
    }
    const { checkId, url } = await begin(member, orderNo)
    await read(url, 'matched')
    await harness.services.identity.finish(member.accountId, checkId)
    expect(await stateOf(member, orderNo)).toBe('matched')
  })

  test('進むボタンを押しただけでは1回に数えない。読み取りの画面を開いたときに1回減る', async () => {
    const { member, orderNo } = await waiting()
    const left = async () => {
      const call = await desk.again(member.loginId)
      return (await call(api.identityCheckGet, { query: { orderNo } })).attemptsLeft
    }
    const body = { orderNo, back: BACK }
    await member.call(api.identityCheckPost, { body })
    const { startUrl } = await member.call(api.identityCheckPost, { body })
    expect(await left()).toBe(3)
    const checkId = startUrl.split('/').at(-1) ?? ''
    const first = await harness.services.identity.start(member.accountId, checkId)
    const second = await harness.services.identity.start(member.accountId, checkId)
    expect(second).toBe(first)
    expect(await left()).toBe(2)
    harness.clock.set('2026-11-20T10:31:00+09:00')
    expect(await harness.services.identity.start(member.accountId, checkId)).not.toBe(first)
    expect(await left()).toBe(1)
  })

  test('取り消した注文の本人確認も、ほかの人の本人確認も、始められない', async () => {
    const { member, orderNo } = await waiting()
    const other = await desk.member()
    const body = { orderNo, back: BACK }
    expect(await codeOf(other.call(api.identityCheckPost, { body }))).toBe('NOT_FOUND')
    expect(await codeOf(other.call(api.identityCheckGet, { query: { orderNo } }))).toBe('NOT_FOUND')
    await member.call(api.orderDelete, { query: { orderNo } })
    expect(await orderState(member, orderNo)).toBe('cancelled')
    expect(await codeOf(begin(member, orderNo))).toBe('WRONG_STATE')
  })

  test('読み取りの相手が止まっていれば、理由とともに戻り、あとで同じ続きができる。読み取れなかったときは、同じ画面でもう一度試せる', async () => {
    const { member, orderNo } = await waiting()
    const fault = (mode: string) => standInFault(harness.identity, { mode })
    await fault('down')
    expect((await begin(member, orderNo)).url).toBe(`${BACK}&identity=unavailable`)
    await fault('off')
    const { checkId, url } = await begin(member, orderNo)
    expect(url).toContain('/read/')
    const call = await desk.again(member.loginId)
    const check = await call(api.identityCheckGet, { query: { orderNo } })
    expect(check.attemptsLeft).toBe(2)
    await read(url, 'unreadable')
    await harness.services.identity.finish(member.accountId, checkId)
    expect(await stateOf(member, orderNo)).toBe('unreadable')
    await read(url, 'matched')
    await desk.work()
    expect(await stateOf(member, orderNo)).toBe('matched')
  })

  test('30分のうちに読み取らないと期限切れ。14日すると注文は料金なしで取り消される', async () => {
    const { member, orderNo } = await waiting()
    await begin(member, orderNo)
    await desk.workAt('2026-11-20T10:31:00+09:00')
    expect(await stateOf(member, orderNo)).toBe('expired')
    expect((await begin(member, orderNo)).url).toContain('/read/')
    await desk.workAt('2026-12-04T11:00:00+09:00')
    expect(await orderState(member, orderNo)).toBe('cancelled')
    const charges = await rowsOf(harness, 'booked_charge', ['amount_tenths_yen'], {
      contract_id: member.contractId,
    })
    expect(charges.reduce((sum, row) => sum + row.amount_tenths_yen, 0)).toBe(0)
  })

  describe('担当者が見た注文', () => {
    async function decide(checkId: string, decision: Decision) {
      await harness.database.db
        .transaction()
        .execute((tx) => decideReview(tx, harness.services, checkId, decision, byStaff(harness)))
      await desk.work()
    }

    async function noticesOf({ loginId }: DeskMember) {
      const { rows } = await (await desk.again(loginId))(api.noticesGet)
      return rows
    }

    test('一致しなければ項目を示し、3回まで読み直せる。ほかの書類をお願いすると、知らせが届き、期限が14日延び、読み取ると進む', async () => {
      const { member, orderNo } = await waiting()
      let checkId = ''
      for (const left of [2, 1, 0]) {
        const begun = await begin(member, orderNo)
        await read(begun.url, 'mismatch')
        checkId = begun.checkId
        await harness.services.identity.finish(member.accountId, checkId)
        const call = await desk.again(member.loginId)
        const check = await call(api.identityCheckGet, { query: { orderNo } })
        expect(check.attemptsLeft).toBe(left)
        if (left > 0) expect(check.message).toContain('住所')
        expect(check.expiresAt).toBeUndefined()
        expect(check.state).toBe(left > 0 ? 'mismatch' : 'manual')
      }
      expect(await codeOf(begin(member, orderNo))).toBe('WRONG_STATE')
      const seen = await desk.order(member, orderNo)
      expect(seen).toMatchObject({
        state: 'id_check',
        stateLabel: '担当者が確認中',
        actions: { checkIdentity: { allowed: false } },
      })
      expect(seen.todo).toBeUndefined()
      harness.clock.set('2026-12-03T10:00:00+09:00')
      const wanted = '顔写真のある書類をお願いします。'
      await decide(checkId, { decision: 'documents_asked', reason: wanted })
      const order = await desk.order(member, orderNo)
      expect(order).toMatchObject({
        state: 'id_check',
        todo: { label: '本人確認を進める' },
        next: { label: '本人確認の期限', on: '2026-12-17T10:00:00+09:00' },
        identity: { state: 'waiting', attemptsLeft: 3, asked: wanted },
        actions: { checkIdentity: { allowed: true } },
      })
      const notice = (await noticesOf(member)).find(({ title }) =>
        title.endsWith('本人確認書類をもう一度お願いします'),
      )
      expect(notice?.body).toContain(`お願い：${wanted}`)
      expect(notice?.body).toContain('12月17日')
      await desk.workAt('2026-12-05T10:00:00+09:00')
      const { checkId: again, url } = await begin(member, orderNo)
      await read(url, 'matched')
      await harness.services.identity.finish(member.accountId, again)
      await harness.drain()
      expect(await orderState(member, orderNo)).toBe('preparing')
    })

    test('住所などの登録が足りないときも担当者が確認し、お受けできないと、注文は料金なしで終わり、理由が届く', async () => {
      const { member, orderNo } = await waiting({ firstName: '花子', lastName: '髙橋' })
      const { checkId, url } = await begin(member, orderNo)
      expect(url).toBe(`${BACK}&identity=incomplete`)
      expect(await stateOf(member, orderNo)).toBe('manual')
      const reason = '書類の氏名が、ご登録の氏名と違います。'
      await decide(checkId, { decision: 'refused', reason })
      expect(await orderState(member, orderNo)).toBe('failed')
      const notice = (await noticesOf(member)).find(({ title }) =>
        title.endsWith('本人確認ができませんでした'),
      )
      expect(notice?.body).toContain(`理由：${reason}`)
      const charges = await rowsOf(harness, 'booked_charge', ['amount_tenths_yen'], {
        contract_id: member.contractId,
      })
      expect(charges.reduce((sum, row) => sum + row.amount_tenths_yen, 0)).toBe(0)
    })
  })
})
