import { expect, test } from 'vitest'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenMoneyLaws } from './findings.ts'
import { trialBalance } from './queries/trial-balance.ts'

const STARTED = '2026-11-27T10:00:00+09:00'
const harness = await useHarness(STARTED)

/** The worker's round of an hour, as far as money goes. */
const round = async (at: string) => {
  harness.clock.set(at)
  const money = ['month-close', 'credits', 'collection', 'refunds', 'return invoices']
  for (const { name, run } of harness.services.work.flatMap(({ tasks = [] }) => tasks))
    if (money.includes(name)) await run(harness.clock.now())
  await harness.drain()
}

/** Four lines of a share contract from 27 November, whose papers came on 2 December. */
async function newcomer(loginId: string) {
  const member = await makeMember(harness, {
    loginId,
    course: 'share',
    startedOn: '2026-11-27',
    lines: [{}, {}, {}, {}],
  })
  const { contractId, lineIds } = member
  await harness.database.db
    .updateTable('contract')
    .set({ document_received_on: tokyoDate('2026-12-02') })
    .where('contract_id', '=', contractId)
    .execute()
  const rate = (key: 'oneOff.simIssue' | 'oneOff.simPreparation') =>
    oneOffCharge(key, tokyoDate('2026-11-27'), publishedPrices)
  for (const lineId of lineIds)
    await bookCharges(
      harness.database.db,
      { contractId, orderNo: `order-${lineId}`, lineId },
      [rate('oneOff.simIssue'), rate('oneOff.simPreparation')],
      harness.clock.now(),
    )
  return member
}

test('初期契約解除では、支払い済みの初期費用・月額・使っていないデータチャージが、手数料を差し引いてカードに戻り、帳簿が合う', async () => {
  const loginId = 'fresh'
  const { call, contractId, accountId, lineIds } = await newcomer(loginId)
  await call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
  await insertCall(harness, { contractId, lineId: lineIds[0] ?? '', units: 3 })
  await round('2026-12-01T06:00:00+09:00')
  await round('2026-12-07T10:00:00+09:00')
  const bills = () =>
    rowsOf(harness, 'bill', ['month', 'state', 'total_yen'], { contract_id: contractId }, 'month')
  const refunds = () =>
    rowsOf(harness, 'refund', ['way', 'state', 'amount_yen'], { contract_id: contractId })
  // (4 × 3,394 + 4 days: 144 + 3 × 93 + 1,000) × 1.1 + 66 + 13.2
  const paid = { month: '2026-11', state: 'paid', total_yen: 16_578 }
  expect(await bills()).toEqual([paid])

  harness.clock.set('2026-12-08T10:00:00+09:00')
  const leaving = await harness.signIn(loginId)
  const { list } = await leaving.call(api.invoiceReviewGet)
  await leaving.call(api.invoiceIssuePost, {
    body: { billId: list[0]?.billId ?? '', tradeName: '' },
  })
  const { conditions, owed, consequences } = await leaving.call(api.statusInitialCancelGet)
  expect(owed.totalYen).toBe(3366)
  expect(consequences).toContain(
    'お支払い済みの料金がこれより多いときは、差額を、お支払いいただいた方法でお返しします。最後の請求が決まってからになります。',
  )
  await leaving.call(api.statusInitialCancelPost, { body: { conditions, agreed: true } })
  await harness.drain()

  // December is not closed yet: nothing goes back before the last bill.
  await round('2026-12-31T23:00:00+09:00')
  expect(await refunds()).toEqual([])
  for (const hour of ['06', '07', '08']) await round(`2027-01-01T${hour}:00:00+09:00`)
  const givenBack = 16_578 - 3366
  expect(await bills()).toEqual([
    paid,
    { month: '2026-12', state: 'refunded', total_yen: -givenBack },
  ])
  expect(await refunds()).toEqual([{ way: 'card', state: 'ok', amount_yen: givenBack }])
  expect(await refundedByCardYen(contractId)).toBe(givenBack)

  const titles = await noticeTitles(harness, accountId)
  expect(titles.slice(-2).toSorted()).toEqual([
    'お預かりしていた13,212円をお返ししました',
    '適格返還請求書を発行しました',
  ])
  const later = await harness.signIn(loginId)
  const returns = await later.call(api.invoiceReturnReviewGet)
  expect(returns.list).toMatchObject([{ month: '2026-12', totalYen: -givenBack, state: 'issued' }])
  const query = { returnId: returns.list[0]?.returnId ?? '' }
  expect((await later.call(api.invoiceReturnReviewGet, { query })).preview).toMatchObject({
    returnedOn: '2027-01-01',
    supplied: [{ month: '2026-11', invoiceNo: 'I-00000001' }],
    rates: [{ taxPercent: 10, exTaxYen: -12_011, taxYen: -1201, totalYen: -givenBack }],
    totalYen: -givenBack,
  })
  const [bill] = (await later.call(api.billingStatusGet)).bills
  expect(bill).toMatchObject({
    stateLabel: '返金済み',
    credit: { leftYen: 0, refunds: [{ yen: givenBack, state: 'done', on: '2027-01-01' }] },
  })

  // Only the fee and the calls are left, with their tax.
  const rows = await trialBalance(harness.database.db, tokyoMonth('2027-01'))
  expect(
    rows.flatMap(({ account, closingYen }) => (closingYen === 0 ? [] : [[account, closingYen]])),
  ).toEqual([
    ['cash', 3366],
    ['revenue', -3060],
    ['tax', -306],
  ])
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
})

/** What the processor says of November's payment. */
async function refundedByCardYen(contractId: string): Promise<number> {
  const { CARD_URL, CARD_SECRET } = harness.services.config
  const [payment] = await rowsOf(harness, 'payment', ['order_id'], { contract_id: contractId })
  const answer = await fetch(`${CARD_URL}/charges/${payment?.order_id}`, {
    headers: { Authorization: `Bearer ${CARD_SECRET}` },
  })
  const { refundedYen }: { refundedYen: number } = await answer.json()
  return refundedYen
}
