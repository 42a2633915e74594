import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { callbackRoutes } from '#server/routes/callback-routes.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { brokenMoneyLaws } from './findings.ts'
import { rowOf, rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'

const START = '2026-12-03T10:00:00+09:00'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness(START)
})
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
})

let serial = 0
/** A member with November's bill of 1,191円, before the 7th unless said otherwise. */
async function debtor(behaviour: string | undefined = 'ok', state = 'fixed') {
  harness.clock.set(START)
  const loginId = `payer-${(serial += 1)}`
  const member = await makeMember(harness, { loginId })
  const { contractId } = member
  if (behaviour === 'none')
    await harness.database.db
      .deleteFrom('payment_card')
      .where('contract_id', '=', contractId)
      .execute()
  else await putCard(harness, contractId, behaviour)
  const billId = await billed(harness, contractId, { state })
  return { ...member, loginId, billId }
}
type Debtor = Awaited<ReturnType<typeof debtor>>

const pay = ({ call, billId }: Debtor, idempotencyKey?: string, amountYen = 1191) =>
  call(api.singlePayPost, {
    body: { billId, amountYen },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
const stateOf = async ({ call }: Debtor) => (await call(api.billingStatusGet)).bills[0]?.state
const paymentsOf = ({ contractId }: Debtor) =>
  rowsOf(
    harness,
    'payment',
    ['attempt', 'state', 'reason', 'asked_by'],
    { contract_id: contractId },
    'attempt',
  )

/** The processor's number of a payment. */
const orderOf = async ({ receiptNo }: { receiptNo: string }) =>
  (await rowOf(harness, 'payment', ['order_id'], { receipt_no: receiptNo })).order_id

/** What the processor has taken of the bill. */
async function takenYen({ billId }: Debtor) {
  const { CARD_URL, CARD_SECRET } = harness.services.config
  const answer = await fetch(
    `${CARD_URL}/charges?date=${harness.clock.now().toString().slice(0, 10)}`,
    {
      headers: { Authorization: `Bearer ${CARD_SECRET}` },
    },
  )
  const { charges }: { charges: { orderId: string; result: string; amountYen: number }[] } =
    await answer.json()
  return charges
    .filter(({ orderId, result }) => orderId.startsWith(`${billId}-`) && result === 'ok')
    .reduce((sum, { amountYen }) => sum + amountYen, 0)
}

async function collectAt(at: string) {
  harness.clock.set(at)
  await runTasks(harness, 'collection')
}

/** What the processor, or somebody who pretends to be it, reports of a charge. */
async function report(body: object, secret = harness.services.config.CARD_CALLBACK_SECRET) {
  const bytes = JSON.stringify(body)
  const signature = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  const app = new Hono<ServerEnv>()
    .use(async (c, next) => {
      const now = harness.clock.now()
      c.set('facts', { traceKey: 'trace-test', now, signedIn: undefined })
      await next()
    })
    .route('/', callbackRoutes(harness.services))
  const headers = { 'X-Signature': signature }
  const { status } = await app.request('/callbacks/card', { method: 'POST', headers, body: bytes })
  await harness.drain()
  return status
}

describe('カード会社からの報告', () => {
  test('偽の報告、知らない番号、違う金額、2度目の報告では何も変わらず、支払いは照会した結果で一度だけ決まる', async () => {
    const member = await debtor('silent')
    const orderId = await orderOf(await pay(member))
    await harness.drain()
    expect(await paymentsOf(member)).toMatchObject([{ state: 'ok' }])
    const refused = await debtor('lost')
    const asked = await orderOf(await pay(refused))
    const paid = { type: 'charge', orderId: asked, result: 'ok', amountYen: 1191 }
    expect(await report(paid, 'a-secret-of-somebody-else-altogether')).toBe(401)
    expect(await report({ ...paid, orderId: 'bill_of_nobody-1' })).toBe(204)
    expect(await report({ type: 'charge' })).toBe(400)
    expect(await paymentsOf(refused)).toMatchObject([{ state: 'unknown' }])
    // The processor never got the charge: asked again under its number, with a card that can pay, it takes it once.
    await putCard(harness, refused.contractId)
    expect(await report({ ...paid, amountYen: 1 })).toBe(204)
    expect(await report(paid)).toBe(204)
    expect(await paymentsOf(refused)).toMatchObject([{ attempt: 1, state: 'ok' }])
    expect([await takenYen(member), await takenYen(refused)]).toEqual([1191, 1191])
    expect(await report({ ...paid, orderId })).toBe(204)
    expect(await paymentsOf(member)).toHaveLength(1)
  })
})

describe('今すぐ支払う', () => {
  test('7日より前でも1件を全額支払え、7日にはもう引き落とされない', async () => {
    const member = await debtor()
    const paid = await pay(member)
    expect(paid).toMatchObject({ result: 'paid', paidYen: 1191, paidAt: START })
    expect(paid.receiptNo).toMatch(/^P-\w{4}-\w{4}-\w{4}$/)
    expect(await stateOf(member)).toBe('paid')
    await collectAt('2026-12-07T10:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([
      { attempt: 1, state: 'ok', reason: null, asked_by: 'member' },
    ])
    harness.clock.set(START)
    const receipt = await member.call(api.billingPaymentGet, {
      query: { receiptNo: paid.receiptNo },
    })
    expect(receipt).toMatchObject({
      result: 'paid',
      month: '2026-11',
      paidYen: 1191,
      stillSuspended: false,
    })
  })

  test('同じ鍵で20回、違う鍵で5回押しても、引き落としは一度', async () => {
    const member = await debtor()
    const keyed = await Promise.allSettled(Array.from({ length: 20 }, () => pay(member, 'one-key')))
    const others = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => pay(member, `key-${n}`)),
    )
    expect(keyed.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'fulfilled'))
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect(await paymentsOf(member)).toHaveLength(1)
    expect(await takenYen(member)).toBe(1191)
  })

  test('断られれば理由を言葉で伝え、請求は元のまま。引き落としの回数には数えない', async () => {
    const member = await debtor('insufficient-funds')
    const refused = await refusalOf(pay(member, 'first'))
    expect(refused).toMatchObject({ httpStatus: 409, code: 'PAYMENT_REFUSED' })
    expect(refused.message).toContain('利用できる金額を超えているため')
    expect(await stateOf(member)).toBe('fixed')
    // The same press again is the same refusal, not another charge.
    expect(await refusalOf(pay(member, 'first'))).toMatchObject({ code: 'PAYMENT_REFUSED' })
    expect(await paymentsOf(member)).toHaveLength(1)
    await putCard(harness, member.contractId)
    expect(await pay(member, 'second')).toMatchObject({ result: 'paid' })
    expect(await takenYen(member)).toBe(1191)
  })

  test('カードがない、金額が違う、支払い済み、ほかの方の請求では、支払われない', async () => {
    const cardless = await debtor('none')
    expect(await refusalOf(pay(cardless))).toMatchObject({ code: 'CARD_MISSING' })
    const member = await debtor()
    expect(await refusalOf(pay(member, undefined, 1190))).toMatchObject({
      code: 'CONDITIONS_CHANGED',
    })
    expect(await refusalOf(pay({ ...member, billId: cardless.billId }))).toMatchObject({
      httpStatus: 404,
    })
    await pay(member)
    expect(await refusalOf(pay(member))).toMatchObject({ code: 'NOTHING_TO_PAY' })
    expect(await takenYen(member)).toBe(1191)
  })

  test('応答がなければ「確認中」。そのあいだは重ねて支払えず、照会して支払い済みになり、知らせる', async () => {
    const member = await debtor('silent')
    const asked = await pay(member)
    expect(asked).toMatchObject({ result: 'unknown', paidYen: 1191 })
    expect(await refusalOf(pay(member))).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
    expect(
      await member.call(api.billingPaymentGet, { query: { receiptNo: asked.receiptNo } }),
    ).toMatchObject({ result: 'unknown' })
    await collectAt('2026-12-03T11:00:00+09:00')
    expect(await paymentsOf(member)).toMatchObject([{ state: 'ok' }])
    harness.clock.set(START)
    expect(await stateOf(member)).toBe('paid')
    const { title } = await rowOf(harness, 'notice', ['title'], { account_id: member.accountId })
    expect(title).toBe('11月分の料金をお支払いいただきました')
    expect(await takenYen(member)).toBe(1191)
  })

  test('届いてもいなければ、同じ番号でもう一度だけ頼む', async () => {
    const member = await debtor('lost')
    expect(await pay(member)).toMatchObject({ result: 'unknown' })
    await putCard(harness, member.contractId)
    await collectAt('2026-12-03T11:00:00+09:00')
    expect(await paymentsOf(member)).toMatchObject([{ attempt: 1, state: 'ok' }])
    harness.clock.set(START)
    expect(await takenYen(member)).toBe(1191)
  })

  test('遅れて支払うと、先に示した遅延損害金が、支払った月の請求に日数とともに一度だけ載る', async () => {
    const late = await debtor('insufficient-funds')
    for (const day of ['07', '10', '13']) await collectAt(`2026-12-${day}T10:00:00+09:00`)
    harness.clock.set('2027-01-09T10:00:00+09:00')
    await putCard(harness, late.contractId)
    const member = { ...late, ...(await harness.signIn(late.loginId)) }
    const { bills } = await member.call(api.billingUnpaidGet)
    // 1,191円 × 14.5 % × 33 ÷ 365 = 15.6円
    expect(bills).toMatchObject([{ month: '2026-11', amountYen: 1191, lateInterestYen: 15 }])
    expect(await pay(member)).toMatchObject({ result: 'paid', paidYen: 1191 })
    const booked = await rowsOf(
      harness,
      'booked_charge',
      ['kind', 'quantity', 'amount_tenths_yen', 'tax', 'month', 'source_ref'],
      { contract_id: late.contractId },
    )
    expect(booked).toEqual([
      {
        kind: 'lateInterest',
        quantity: 33,
        amount_tenths_yen: 150,
        tax: 'outOfScope',
        month: '2027-01',
        source_ref: 'interest/2026-11',
      },
    ])
    // Its line on the bill names the month it is for.
    const { soFar } = await member.call(api.billingReserveGet)
    const line = soFar.charges.find(({ kind }) => kind === 'lateInterest')
    expect(line?.label).toBe('遅延損害金（11月分の請求）')
  })

  test('引き落とせていたのに応答が届かなかった日数には、遅延損害金がつかない', async () => {
    const member = await debtor('silent')
    await collectAt('2026-12-07T10:00:00+09:00')
    await collectAt('2027-01-09T10:00:00+09:00')
    expect(await paymentsOf(member)).toMatchObject([{ state: 'ok' }])
    const booked = await rowsOf(harness, 'booked_charge', ['kind'], {
      contract_id: member.contractId,
    })
    expect(booked).toEqual([])
  })

  test('引き落としの応答を待つあいだは、自分でも支払えない', async () => {
    const member = await debtor('silent')
    await collectAt('2026-12-07T10:00:00+09:00')
    const { call } = await harness.signIn(member.loginId)
    expect(await refusalOf(pay({ ...member, call }))).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
  })
})
