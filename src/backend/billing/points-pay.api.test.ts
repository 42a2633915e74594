import { afterAll, describe, expect, test } from 'vitest'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness } from '#tests/api/harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { linkPoints, startTestPoints } from '#tests/api/points.ts'
import { addRow, rowOf, rowsOf, setContract } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { brokenMoneyLaws } from './findings.ts'
import { trialBalance } from './queries/trial-balance.ts'

const START = '2026-12-03T10:00:00+09:00'
const names = Array.from({ length: 20 }, (_, n) => `minori-${n + 1}`)
const partner = await startTestPoints([...names, 'minori-lost'])
const harness = await startHarness(START, partner.settings)
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
  await partner.points.close()
})

let serial = 0
/** A member with 1,000 points and November's bill of 1,191円. */
async function member({ partnerId = names[serial] ?? '', card = 'ok', yen = 1191 } = {}) {
  serial += 1
  harness.clock.set(START)
  const loginId = `spender-${serial}`
  const one = await makeMember(harness, { loginId })
  await linkPoints(harness, one.accountId, partnerId)
  await putCard(harness, one.contractId, card)
  const billId = await billed(harness, one.contractId, { yen })
  return { ...one, loginId, billId, partnerId, yen }
}
type Spender = Awaited<ReturnType<typeof member>>

const pay = (of: Spender, points: number, idempotencyKey?: string) =>
  of.call(api.singlePayPost, {
    body: { billId: of.billId, amountYen: of.yen, points },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
const paymentsOf = ({ contractId }: Spender) =>
  rowsOf(
    harness,
    'payment',
    ['way', 'amount_yen', 'rest_yen', 'state'],
    { contract_id: contractId },
    'attempt',
  )
/** Signed in at the time of asking. */
const again = async ({ loginId }: Spender) => (await harness.signIn(loginId)).call
const billOf = async (of: Spender) => {
  const call = await again(of)
  const [bill] = (await call(api.billingStatusGet)).bills
  if (bill === undefined) throw new Error('no bill')
  const { state, totalYen, taxYen, payableYen, pointsSpentYen } = {
    ...bill,
    taxYen: bill.rates[0]?.taxYen,
  }
  return { state, totalYen, taxYen, payableYen, pointsSpentYen }
}
const taskAt = async (at: string, ...taskNames: string[]) => {
  harness.clock.set(at)
  await runTasks(harness, ...taskNames)
}

describe('ポイントで支払う', () => {
  test('一部をポイント、残りをカードで一度に支払い、請求の額と消費税は変わらない', async () => {
    const of = await member()
    const paid = await pay(of, 300, 'once')
    expect(paid).toMatchObject({ result: 'paid', paidYen: 1191, pointsYen: 300 })
    expect(await pay(of, 300, 'once')).toEqual(paid)
    expect(await paymentsOf(of)).toEqual([
      { way: 'points', amount_yen: 300, rest_yen: 891, state: 'ok' },
      { way: 'card', amount_yen: 891, rest_yen: 0, state: 'ok' },
    ])
    expect(await billOf(of)).toEqual({
      state: 'paid',
      totalYen: 1191,
      taxYen: 108,
      payableYen: undefined,
      pointsSpentYen: 300,
    })
    expect(await partner.balanceOf(of.partnerId)).toBe(700)
    const receipt = await of.call(api.billingPaymentGet, { query: { receiptNo: paid.receiptNo } })
    expect(receipt).toMatchObject({ result: 'paid', paidYen: 1191, pointsYen: 300 })
    expect((await of.call(api.pointGet)).entries).toMatchObject([
      { kind: 'earned', points: 10, stateLabel: '予定' },
      { kind: 'used', points: -300, stateLabel: '完了', month: '2026-11' },
    ])
    const [notice] = await rowsOf(harness, 'notice', ['title'], { account_id: of.accountId })
    expect(notice?.title).toBe('11月分の料金をお支払いいただきました')
  })

  test('適格請求書では合計の下に並び、合計と税額を減らさない', async () => {
    const of = await member()
    await pay(of, 300)
    const { preview } = await of.call(api.invoiceReviewGet, {
      query: { billId: of.billId, tradeName: '' },
    })
    expect(preview).toMatchObject({ rates: [{ taxYen: 108 }], totalYen: 1191, leftYen: 0 })
    expect(preview?.settled).toEqual([
      { by: 'points', yen: 300, on: '2026-12-03' },
      { by: 'card', yen: 891, on: '2026-12-03' },
    ])
  })

  test('全額をポイントで支払え、カードがなくてもよい', async () => {
    const of = await member({ yen: 800 })
    await harness.database.db
      .deleteFrom('payment_card')
      .where('contract_id', '=', of.contractId)
      .execute()
    expect(await pay(of, 800)).toMatchObject({ result: 'paid', paidYen: 800, pointsYen: 800 })
    expect(await paymentsOf(of)).toMatchObject([{ way: 'points', amount_yen: 800, rest_yen: 0 }])
    expect(await partner.balanceOf(of.partnerId)).toBe(200)
  })

  test('止まっていた契約は、ポイントとカードの支払いでもすぐに再開する', async () => {
    const of = await member()
    await harness.database.db
      .updateTable('bill')
      .set({ state: 'suspended' })
      .where('bill_id', '=', of.billId)
      .execute()
    await setContract(harness, of.contractId, {
      status: 'suspended',
      suspension_reason: 'unpaid',
      unpaid_since: harness.clock.now(),
    })
    expect((await pay(of, 1000)).resumedAt).toBe('2026-12-03T10:00:00+09:00')
  })

  test('同時に押しても、ポイントは一度だけ減る', async () => {
    const of = await member()
    const answers = await Promise.allSettled([pay(of, 300), pay(of, 300), pay(of, 300)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await partner.balanceOf(of.partnerId)).toBe(700)
    expect(await paymentsOf(of)).toHaveLength(2)
  })
})

describe('ポイントで支払えないとき', () => {
  test('残高が足りないと何も減らず、カードにも請求しない', async () => {
    const of = await member()
    expect(await refusalOf(pay(of, 1001))).toMatchObject({
      code: 'POINTS_REFUSED',
      message:
        'みのりポイントの残高が、お使いになるポイントより少なくなっています。ポイントは減っておらず、お支払いも行われていません。',
    })
    expect(await paymentsOf(of)).toMatchObject([{ way: 'points', state: 'refused' }])
    expect(await billOf(of)).toMatchObject({ state: 'fixed', payableYen: 1191 })
  })

  test('お支払いの額より多いポイント、連携していない人は断る', async () => {
    const of = await member()
    expect(await refusalOf(pay(of, 1192))).toMatchObject({ code: 'CONDITIONS_CHANGED' })
    await of.call(api.linkRidRegisterDelete, {})
    expect(await refusalOf(pay(of, 100))).toMatchObject({ code: 'POINTS_NOT_LINKED' })
    expect(await paymentsOf(of)).toEqual([])
  })

  test('ポイントのあとでカードが断ると、ポイントは充てたまま、残りだけを支払える', async () => {
    const of = await member({ card: 'insufficient-funds' })
    expect(await refusalOf(pay(of, 300))).toMatchObject({
      code: 'PAYMENT_REFUSED',
      message:
        'カード会社から、利用できる金額を超えているため承認できないと回答がありました。ポイントの300円分は、お支払いに充てました。残りのお支払いは行われていません。カードをお確かめのうえ、もう一度お手続きください。',
    })
    expect(await billOf(of)).toMatchObject({ state: 'fixed', payableYen: 891, pointsSpentYen: 300 })
    await putCard(harness, of.contractId)
    await taskAt('2026-12-07T10:00:00+09:00', 'collection')
    expect((await paymentsOf(of)).at(-1)).toMatchObject({
      way: 'card',
      amount_yen: 891,
      state: 'ok',
    })
    expect(await billOf(of)).toMatchObject({ state: 'paid', pointsSpentYen: 300 })
  })

  test('一部をポイントで払ったあとに断られた請求は、解約の見積もりでも残りだけが未払い', async () => {
    const of = await member({ card: 'insufficient-funds' })
    await refusalOf(pay(of, 300))
    await taskAt('2026-12-07T10:00:00+09:00', 'collection')
    const call = await again(of)
    expect((await call(api.billingUnpaidGet)).totalYen).toBe(891)
    expect((await call(api.simCancelPaymentGet)).unpaidYen).toBe(891)
  })

  test('答えがないと結果を確認中にし、その間は引き落とさず、分かりしだい残りをカードで一度だけ支払う', async () => {
    const of = await member()
    await partner.partnerIs('silent')
    expect(await pay(of, 300)).toMatchObject({ result: 'unknown', paidYen: 1191 })
    expect(await refusalOf(pay(of, 300))).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
    await harness.drain()
    expect(await paymentsOf(of)).toMatchObject([
      { way: 'points', state: 'ok' },
      { way: 'card', amount_yen: 891, state: 'ok' },
    ])
    expect(await partner.balanceOf(of.partnerId)).toBe(700)
  }, 20_000)

  test('届いていなければ同じ番号で送り直し、それまでは7日の引き落としも待つ', async () => {
    const of = await member({ partnerId: 'minori-lost' })
    expect(await pay(of, 300)).toMatchObject({ result: 'unknown' })
    await taskAt('2026-12-07T10:00:00+09:00', 'collection')
    expect(await paymentsOf(of)).toMatchObject([{ way: 'points', state: 'unknown' }])
    expect(await partner.balanceOf(of.partnerId)).toBe(1000)
    // The account is another one from here on, so that the test can end.
    await harness.database.db
      .updateTable('payment')
      .set({
        partner_id_sealed: harness.services.sealing.seal(
          `payment.partner_id:${of.contractId}`,
          'minori-20',
        ),
      })
      .where('contract_id', '=', of.contractId)
      .execute()
    await taskAt('2026-12-07T11:00:00+09:00', 'collection')
    await taskAt('2026-12-07T12:00:00+09:00', 'collection')
    expect(await paymentsOf(of)).toMatchObject([
      { way: 'points', state: 'ok' },
      { way: 'card', amount_yen: 891, state: 'ok' },
    ])
    expect(await partner.balanceOf('minori-20')).toBe(700)
  }, 30_000)
})

describe('帳簿と返金', () => {
  test('ポイントの分は提携先への未収になり、売上と税は変わらず、試算表は釣り合う', async () => {
    const of = await member()
    await pay(of, 300)
    expect(
      await rowsOf(
        harness,
        'posting',
        ['account', 'amount_yen'],
        { contract_id: of.contractId, account: 'points' },
        'source_ref',
      ),
    ).toEqual([{ account: 'points', amount_yen: 300 }])
    const rows = await trialBalance(harness.database.db, tokyoMonth('2026-12'))
    expect(rows.reduce((sum, { closingYen }) => sum + closingYen, 0)).toBe(0)
    expect(rows.map(({ account }) => account)).toContain('points')
  })

  test('契約の終わりに残った分は、支払ったとおり、新しいものからカードとポイントに返す', async () => {
    const of = await member()
    await pay(of, 300)
    await setContract(harness, of.contractId, {
      status: 'terminated',
      ends_on: tokyoDate('2026-12-31'),
    })
    await addRow(harness, 'month_close', {
      month: tokyoMonth('2026-12'),
      began_at: harness.clock.now(),
      finished_at: harness.clock.now(),
    })
    harness.clock.set('2027-01-01T06:00:00+09:00')
    const creditId = await billed(harness, of.contractId, { month: '2026-12', yen: -1000 })
    // The member has left the partner meanwhile: the points go to whom they came from.
    await (
      await again(of)
    )(api.linkRidRegisterDelete, {})
    await taskAt('2027-01-01T07:00:00+09:00', 'refunds')
    expect(
      await rowsOf(
        harness,
        'refund',
        ['way', 'amount_yen', 'state'],
        { contract_id: of.contractId },
        'way',
      ),
    ).toEqual([
      { way: 'card', amount_yen: 891, state: 'ok' },
      { way: 'points', amount_yen: 109, state: 'ok' },
    ])
    expect(await partner.balanceOf(of.partnerId)).toBe(809)
    expect((await rowOf(harness, 'bill', ['state'], { bill_id: creditId })).state).toBe('refunded')
  })
})
