import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { openOrder, advanceOrder } from '../../../tests/api/orders.ts'
import { api } from '#protocol/index.ts'
import { insertCall } from '../../../tests/api/calls.ts'
import { startHarness, type Harness } from '../../../tests/api/harness.ts'
import { makeMember, type MemberShape } from '../../../tests/api/members.ts'
import { codeOf } from '../../../tests/api/refusals.ts'

const START = '2026-11-20T10:00:00+09:00'
let harness: Harness
beforeAll(async () => {
  harness = await startHarness(START)
})
afterAll(() => harness?.stop())
afterEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeOne>>
let serial = 0
async function makeOne(shape: Partial<MemberShape> = {}) {
  const loginId = `leaver-${(serial += 1)}`
  return { ...(await makeMember(harness, { loginId, planCode: 20, ...shape })), loginId }
}
const share = { course: 'share', lines: [{}, {}, { kind: 'data' }] } satisfies Partial<MemberShape>

/** After the clock has moved the old login is over. */
const again = async (member: Member) => ({ ...member, ...(await harness.signIn(member.loginId)) })

async function cancel(member: Member, lineIds?: string[], idempotencyKey?: string) {
  const query = lineIds === undefined ? {} : { lineId: lineIds }
  const { conditions } = await member.call(api.simCancelPaymentGet, { query })
  return member.call(api.simCancelReservePost, {
    body: { conditions, agreed: true, ...(lineIds === undefined ? {} : { lineIds }) },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
}
const linesOf = async (member: Member) =>
  (await member.call(api.contractGet)).lines.map((line) => [line.status, line.endsOn])
const turnOf = async (month: string) => {
  harness.clock.set(
    Temporal.Instant.from(`${month}-01T00:00+09:00`).subtract({ hours: 1 }).toString(),
  )
  await harness.walkTo(`${month}-01T00:00:00+09:00`)
}

/** The hourly look at what waits for a SIM order. */
async function runWaiting() {
  const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
  await sweeps.find(({ name }) => name === 'cancellations waiting')?.run(harness.clock.now())
}

describe('費用と最終利用日', () => {
  test('手数料は0円、最終利用日は月末。最後の月は日割りにならない', async () => {
    const member = await makeOne()
    const estimate = await member.call(api.simCancelPaymentGet)
    expect(estimate).toMatchObject({
      operation: 'contractCancel',
      scope: 'contract',
      feeYen: 0,
      lastServiceOn: '2026-11-30',
      afterCutOff: false,
      undoUntil: '2026-11-30T00:00:00+09:00',
      oneOff: { totalYen: 0 },
      // 1,680 × 1.1 + 3.3
      finalBill: { totalYen: 1851 },
      monthlyAfter: { totalYen: 0 },
      monthlyDeltaYen: -1851,
      remainingInstalmentsYen: 0,
      portOut: { lines: [{ simKind: 'voice' }], path: '/mypage/portout.html' },
      why: { allowed: true },
    })
    expect(estimate.blockedMeanwhile.map((one) => one.operation)).toEqual([
      'planSizeChange',
      'simAdd',
      'simReissue',
      'simKindChange',
      'optionJoin',
    ])
  })

  test('1回線だけの解約では、残る回線の月額になる。最初の回線が抜けると次の回線が最初になる', async () => {
    const member = await makeOne(share)
    const [first = ''] = member.lineIds
    const estimate = await member.call(api.simCancelPaymentGet, { query: { lineId: first } })
    expect(estimate).toMatchObject({
      operation: 'lineCancel',
      scope: 'line',
      // (1,680 + 700 + 400) × 1.1 + 6.6 and (1,680 + 400) × 1.1 + 3.3
      monthlyBefore: { totalYen: 3064 },
      monthlyAfter: { totalYen: 2291 },
    })
    // The contract and the lines that stay are free meanwhile.
    expect(estimate.blockedMeanwhile.map(({ operation }) => operation)).toEqual([
      'simReissue',
      'simKindChange',
    ])
    expect(estimate.blockedMeanwhile[0]?.message).toContain('解約する回線の')
  })

  test('全部の回線を選ぶと、ご契約の解約になる', async () => {
    const member = await makeOne(share)
    const estimate = await member.call(api.simCancelPaymentGet, {
      query: { lineId: member.lineIds },
    })
    expect(estimate.scope).toBe('contract')
  })
})

describe('最後の月の請求（見込み）', () => {
  test('すでに申し込まれたものと通話料を含み、解約でも転出でも同じ額', async () => {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const { packs } = await member.call(api.highSpeedCouponGet)
    const priceYen = packs.find(({ packId }) => packId === '1gb')?.priceYen ?? 0
    await member.call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen } })
    const wanted = { lineId, size: 'micro', reason: 'broken' } as const
    const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query: wanted })
    await member.call(api.simChangeSizeRegisterPost, { body: { ...wanted, conditions } })
    await insertCall(harness, { contractId: member.contractId, lineId, units: 3 })

    const { finalBill, notices, isUnpaid } = await member.call(api.simCancelPaymentGet)
    // (1,680 + 1,000 + 3,000 + 394) × 1.1 + 22 × 3 + 2.2 + 1.1
    expect(finalBill.totalYen).toBe(6750)
    expect(finalBill.charges.map(({ label, quantity }) => [label, quantity])).toEqual([
      ['基本料金 10GB（音声通話SIM）', 1],
      ['ユニバーサルサービス料', 1],
      ['電話リレーサービス料', 1],
      ['SIMサイズ変更・再発行手数料', 1],
      ['SIM準備料', 1],
      ['データチャージ 1GB', 1],
      ['国内通話料', 3],
    ])
    expect(notices.join()).toContain('これからご利用になる分が加わります。')
    expect(isUnpaid).toBe(false)
    const query = { lineId }
    expect((await member.call(api.portOutPaymentGet, { query })).finalBill).toEqual(finalBill)
  })

  test('月の途中で始まった回線は日割り。未払いの料金があれば、そのことを伝える', async () => {
    const member = await makeOne({ startedOn: '2026-11-10' })
    // 1,680 × 21 ÷ 30 = 1,176; × 1.1 + 3.3
    expect((await member.call(api.simCancelPaymentGet)).finalBill.totalYen).toBe(1296)
    await harness.database.db
      .updateTable('contract')
      .set({ unpaid_since: harness.clock.now() })
      .where('contract_id', '=', member.contractId)
      .execute()
    expect((await member.call(api.simCancelPaymentGet)).isUnpaid).toBe(true)
    const query = { lineId: member.lineIds[0] ?? '' }
    expect((await member.call(api.portOutPaymentGet, { query })).isUnpaid).toBe(true)
  })
})

describe('ご契約の解約', () => {
  test('予約し、月末の24時に終わり、請求はそのまま見られる。働き手が2度走っても1度だけ', async () => {
    const member = await makeOne(share)
    const receipt = await cancel(member)
    expect(receipt).toMatchObject({ state: 'reserved', lastServiceOn: '2026-11-30' })
    expect(receipt.nextSteps).toEqual([
      { text: 'この日の24時まで、解約を取り消せます。', on: '2026-11-29' },
      { text: '最終利用日です。24時に終了します。', on: '2026-11-30' },
    ])
    expect(await linesOf(member)).toEqual([1, 2, 3].map(() => ['ending', '2026-11-30']))
    expect(await member.call(api.contractGet)).toMatchObject({
      status: 'cancel_reserved',
      endsOn: '2026-11-30',
      bookedChanges: [{ operation: 'contractCancel', effectiveOn: '2026-11-30' }],
    })
    harness.clock.set('2026-11-30T22:30:00+09:00')
    await harness.walkTo('2026-11-30T23:59:59+09:00')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('cancel_reserved')
    await harness.walkTo('2026-12-01T00:00:00+09:00')
    harness.clock.set('2026-11-30T23:59:59+09:00')
    await harness.walkTo('2026-12-01T00:00:00+09:00')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'terminated',
      endsOn: '2026-11-30',
    })
    expect(await linesOf(after)).toEqual([1, 2, 3].map(() => ['ended', '2026-11-30']))
    const asked = await harness.database.db
      .selectFrom('carrier_exchange')
      .select(['state', 'request'])
      .where('contract_id', '=', member.contractId)
      .execute()
    expect(asked.map(({ state, request }) => [state, request['kind']])).toEqual(
      [1, 2, 3].map(() => ['accepted', 'terminate']),
    )
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
    expect(
      await codeOf(
        after.call(api.simCancelReservePost, {
          body: { conditions: 'x', agreed: true },
        }),
      ),
    ).toBe('CONTRACT_ENDED')
  })

  test('締め切りの12時を過ぎたら翌月末になり、確認画面で同意した日とちがえば確認し直してもらう', async () => {
    const member = await makeOne()
    harness.clock.set('2026-11-29T11:59:59+09:00')
    const before = await again(member)
    const { conditions } = await before.call(api.simCancelPaymentGet)
    harness.clock.set('2026-11-29T12:00:00+09:00')
    const body = { conditions, agreed: true as const }
    expect(await codeOf(before.call(api.simCancelReservePost, { body }))).toBe('CONDITIONS_CHANGED')
    const late = await before.call(api.simCancelPaymentGet)
    expect(late).toMatchObject({ lastServiceOn: '2026-12-31', afterCutOff: true })
    expect(await cancel(before)).toMatchObject({ lastServiceOn: '2026-12-31' })
  })

  test('取り消せるのは最終利用日の前日の24時まで', async () => {
    const member = await makeOne(share)
    const { orderNo } = await cancel(member)
    harness.clock.set('2026-11-30T00:00:00+09:00')
    const late = await again(member)
    expect(await codeOf(late.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'UNDO_LIMIT_PASSED',
    )
    harness.clock.set('2026-11-29T23:59:59+09:00')
    const early = await again(member)
    expect(await early.call(api.simCancelResetPost, { body: { orderNo } })).toMatchObject({
      state: 'undone',
    })
    expect(await linesOf(early)).toEqual([1, 2, 3].map(() => ['active', undefined]))
    expect(await codeOf(early.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'NOTHING_BOOKED',
    )
    await turnOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('active')
  })

  test('予約中はデータ容量を変えられず、予約していた変更は契約とともに終わる', async () => {
    const member = await makeOne()
    const size = await member.call(api.couponEstimateGet, { query: { plan: '25' } })
    const { effectiveOn, conditions } = size
    const body = { plan: 25, effectiveOn, conditions }
    const booked = await member.call(api.couponRegisterPost, { body })
    await cancel(member)
    const wish = { plan: 30, effectiveOn, conditions }
    expect(await codeOf(member.call(api.couponRegisterPost, { body: wish }))).toBe(
      'CANCELLATION_BOOKED',
    )
    await turnOf('2026-12')
    const order = await harness.database.db
      .selectFrom('procedure_order')
      .select(['state'])
      .where('order_no', '=', booked.orderNo)
      .executeTakeFirstOrThrow()
    expect(order.state).toBe('cancelled')
    expect((await (await again(member)).call(api.contractGet)).plan).toBe(20)
  })

  test('未払いでも利用停止中でも断られない', async () => {
    const member = await makeOne({ status: 'suspended' })
    expect(await cancel(member)).toMatchObject({ state: 'reserved' })
    await turnOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('terminated')
  })

  test('解約にはログインのやり直しが要る。ほかの方の予約は見つからない', async () => {
    const member = await makeOne()
    const { orderNo } = await cancel(member)
    const other = await makeOne()
    expect(await codeOf(other.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'NOT_FOUND',
    )
    harness.clock.set('2026-11-20T10:10:01+09:00')
    expect(await codeOf(member.call(api.simCancelResetPost, { body: { orderNo } }))).toBe(
      'FRESH_LOGIN_REQUIRED',
    )
    expect(
      await codeOf(
        member.call(api.simCancelReservePost, { body: { conditions: 'x', agreed: true } }),
      ),
    ).toBe('FRESH_LOGIN_REQUIRED')
  })

  test('二度押しは1つの予約、別々の画面からの2度めは断られる', async () => {
    const member = await makeOne()
    const { conditions } = await member.call(api.simCancelPaymentGet)
    const body = { conditions, agreed: true as const }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        member.call(api.simCancelReservePost, { body, idempotencyKey: 'click' }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.orderNo)).size).toBe(1)
    expect(await codeOf(member.call(api.simCancelReservePost, { body }))).toBe(
      'CANCELLATION_BOOKED',
    )
  })
})

describe('回線の解約', () => {
  test('選んだ回線だけが終わり、次の回線が最初の回線になる', async () => {
    const member = await makeOne(share)
    const [first = '', second = ''] = member.lineIds
    await cancel(member, [first])
    expect(await linesOf(member)).toEqual([
      ['ending', '2026-11-30'],
      ['active', undefined],
      ['active', undefined],
    ])
    await turnOf('2026-12')
    const after = await (await again(member)).call(api.contractGet)
    expect(after.status).toBe('active')
    expect(after.lines.map((line) => [line.lineId, line.status, line.first])).toEqual([
      [second, 'active', true],
      [member.lineIds[2], 'active', false],
      [first, 'ended', false],
    ])
  })

  test('1回線ずつ全部を解約しても、最後の回線とともに契約が終わる', async () => {
    const member = await makeOne({ course: 'share', lines: [{}, {}] })
    const [first = '', second = ''] = member.lineIds
    await cancel(member, [first])
    const { orderNo } = await cancel(member, [second])
    expect((await member.call(api.contractGet)).status).toBe('cancel_reserved')
    await member.call(api.simCancelResetPost, { body: { orderNo } })
    expect((await member.call(api.contractGet)).status).toBe('active')
    await cancel(member, [second])
    await turnOf('2026-12')
    expect((await (await again(member)).call(api.contractGet)).status).toBe('terminated')
  })

  test('SIMの手続き中の回線は順番待ちになり、終わりしだい予約される', async () => {
    const member = await makeOne(share)
    const [first = ''] = member.lineIds
    const { db } = harness.database
    const simOrder = await db.transaction().execute((tx) =>
      openOrder(tx, {
        contractId: member.contractId,
        lineId: first,
        procedure: 'simReissue',
        event: 'ordered',
        actor: 'member',
        now: harness.clock.now(),
      }),
    )
    const query = { lineId: first }
    const estimate = await member.call(api.simCancelPaymentGet, { query })
    expect(estimate).toMatchObject({
      queued: true,
      undoWhile: '最終利用日の前日の24時まで',
      lastServiceOn: '2026-11-30',
    })
    expect(estimate.undoUntil).toBeUndefined()
    expect(estimate.interruption.message).toContain('2026年11月30日')
    const receipt = await cancel(member, [first])
    expect(receipt).toMatchObject({
      state: 'queued',
      lastServiceOn: '2026-11-30',
      effectiveOn: '2026-11-30',
    })
    await runWaiting()
    const { bookings } = await member.call(api.statusCancelStateGet)
    expect(bookings).toMatchObject([{ state: 'queued', undo: { allowed: true } }])
    await db
      .transaction()
      .execute((tx) =>
        advanceOrder(
          tx,
          { contractId: member.contractId, orderNo: simOrder },
          { event: 'cancelled', actor: 'member', now: harness.clock.now() },
        ),
      )
    await runWaiting()
    expect((await member.call(api.statusCancelStateGet)).bookings).toMatchObject([
      { state: 'reserved', lastServiceOn: '2026-11-30' },
    ])
    expect(await linesOf(member)).toEqual([
      ['ending', '2026-11-30'],
      ['active', undefined],
      ['active', undefined],
    ])
  })

  test('SIMの手続きが長引いても、申し出た日から数えた最終利用日に終わり、その手続きの料金はかからない', async () => {
    const member = await makeOne()
    const wanted = { lineId: member.lineIds[0] ?? '', size: 'micro', reason: 'broken' } as const
    const { conditions } = await member.call(api.simChangeSizeInitialCostGet, { query: wanted })
    const ordered = { ...wanted, conditions }
    const { orderNo } = await member.call(api.simChangeSizeRegisterPost, { body: ordered })
    expect(await cancel(member)).toMatchObject({ state: 'queued', lastServiceOn: '2026-11-30' })
    await turnOf('2026-12')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'terminated',
      endsOn: '2026-11-30',
    })
    const { bookings } = await after.call(api.statusCancelStateGet)
    expect(bookings).toMatchObject([{ state: 'executed', lastServiceOn: '2026-11-30' }])
    expect(await after.call(api.orderGet, { query: { orderNo } })).toMatchObject({
      state: 'cancelled',
    })
    const charged = await harness.database.db
      .selectFrom('booked_charge')
      .select('month')
      .select(({ fn }) => fn.sum('amount_tenths_yen').as('yen'))
      .where('contract_id', '=', member.contractId)
      .groupBy('month')
      .execute()
    expect(charged.reduce((sum, { yen }) => sum + Number(yen), 0)).toBe(0)
    const notices = await harness.database.db
      .selectFrom('notice')
      .select('title')
      .where('account_id', '=', member.accountId)
      .execute()
    expect(notices.map(({ title }) => title).join()).not.toContain('取り消せませんでした')
  })
})

describe('MNP予約番号が有効なあいだの解約', () => {
  /** A number from the carrier, three minutes after it was asked for. */
  async function withNumber() {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const { conditions } = await member.call(api.portOutPaymentGet, { query: { lineId } })
    const body = { lineId, conditions, agreed: true as const }
    await member.call(api.portOutIssuanceRequestPost, { body })
    await harness.drain()
    harness.clock.set('2026-11-20T10:03:00+09:00')
    await harness.walkTo('2026-11-20T11:00:00+09:00')
    return { ...(await again(member)), lineId }
  }
  const requestOf = async ({ call }: Pick<Member, 'call'>) =>
    (await call(api.portOutPossibleListGet)).lines[0]
  const useNumber = async (line: Awaited<ReturnType<typeof requestOf>>) =>
    fetch(`${harness.carrier.url}/mnp/use`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ number: line?.line.number, mnpNumber: line?.request?.number }),
    })

  test('断られず、番号もそのまま残り、先に最終利用日が来れば番号は無効になる', async () => {
    const member = await withNumber()
    const estimate = await member.call(api.simCancelPaymentGet)
    expect(estimate.why).toEqual({ allowed: true })
    expect(estimate.notices.join()).toContain('先に転出が完了するとその時に')
    expect(await cancel(member)).toMatchObject({ state: 'reserved', lastServiceOn: '2026-11-30' })
    const line = await requestOf(member)
    expect(line?.request).toMatchObject({ state: 'issued', expiresOn: '2026-12-04' })
    await turnOf('2026-12')
    const after = await again(member)
    expect((await after.call(api.contractGet)).status).toBe('terminated')
    const over = await requestOf(after)
    expect(over?.request).toMatchObject({ state: 'voided', stateLabel: '回線の終了により無効' })
    expect([over?.request?.number, over?.request?.expiresOn]).toEqual([undefined, undefined])
    expect((await useNumber(line)).status).toBe(410)
    const { deadlines } = await after.call(api.deadlinesGet)
    expect(deadlines.filter(({ kind }) => kind === 'numberExpiry')).toEqual([])
  })

  test('先に転出が完了すれば、その時に終わり、解約の予約は不要になる', async () => {
    const member = await withNumber()
    await cancel(member)
    expect((await useNumber(await requestOf(member))).status).toBe(200)
    await harness.walkTo('2026-11-20T12:00:00+09:00')
    const after = await again(member)
    expect(await after.call(api.contractGet)).toMatchObject({
      status: 'ported_out',
      endsOn: '2026-11-20',
    })
    expect((await after.call(api.statusCancelStateGet)).bookings).toMatchObject([
      { state: 'replaced' },
    ])
  })

  test('番号を申し込むとき、解約を予約していれば、最終利用日までに使うよう伝える', async () => {
    const member = await makeOne()
    const lineId = member.lineIds[0] ?? ''
    const ask = () => member.call(api.portOutPaymentGet, { query: { lineId } })
    expect((await ask()).notices.join()).not.toContain('解約を予約しています')
    await cancel(member)
    expect((await ask()).notices.join()).toContain(
      '解約を予約しています。最終利用日の2026年11月30日（月）までに転出を済ませてください。',
    )
  })
})
