import { afterAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenMoneyLaws } from './findings.ts'

const NOW = '2026-12-15T10:00:00+09:00'

const harness = await useHarness('2026-11-01T07:00:00+09:00')
afterAll(async () => expect(await brokenMoneyLaws(harness.database.db)).toEqual([]))

let serial = 0
/** October 1,191円 and November 3,356円: both refused thrice, and the service stopped since 30 November. */
async function debtor() {
  const loginId = `owes-two-${(serial += 1)}`
  harness.clock.set('2026-11-01T07:00:00+09:00')
  const { contractId } = await makeMember(harness, { loginId })
  await putCard(harness, contractId, 'insufficient-funds')
  await billed(harness, contractId, { month: '2026-10' })
  for (const at of ['11-07T10', '11-10T10', '11-13T10', '11-30T23']) await collectAt(at)
  harness.clock.set('2026-12-01T07:00:00+09:00')
  await billed(harness, contractId, { month: '2026-11', yen: 3356 })
  for (const at of ['12-07T10', '12-10T10', '12-13T10']) await collectAt(at)
  harness.clock.set(NOW)
  const { call } = await harness.signIn(loginId)
  const pay = (idempotencyKey?: string, totalYen = 4547) =>
    call(api.billingUnpaidPayPost, {
      body: { totalYen },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
  const byMember = async () => {
    const columns = ['month', 'amount_yen', 'state'] as const
    const own = { contract_id: contractId, asked_by: 'member' } as const
    return rowsOf(harness, 'payment', [...columns], own, 'month')
  }
  const contract = () => call(api.contractGet)
  return { call, contractId, pay, byMember, contract }
}

async function collectAt(at: string) {
  harness.clock.set(`2026-${at}:00:00+09:00`)
  await runTasks(harness, 'overdue', 'collection')
}

const bothPaid = [
  { month: '2026-10', amount_yen: 1191, state: 'ok' },
  { month: '2026-11', amount_yen: 3356, state: 'ok' },
]

test('2か月分を1回で支払うと、どちらも一度だけ支払われ、ご利用が再開し、残りはない', async () => {
  const { call, contractId, pay, byMember, contract } = await debtor()
  expect((await contract()).status).toBe('suspended')
  await putCard(harness, contractId)
  const paid = await pay('one-key')
  expect(paid).toMatchObject({ result: 'paid', paidYen: 4547 })
  expect(await byMember()).toEqual(bothPaid)
  expect((await contract()).status).toBe('active')
  expect(await call(api.billingUnpaidGet)).toMatchObject({ bills: [], totalYen: 0 })
  const { receiptNo } = paid
  expect(await call(api.billingPaymentGet, { query: { receiptNo } })).toMatchObject({
    month: '2026-10',
    result: 'paid',
    paidYen: 1191,
    others: [{ month: '2026-11', result: 'paid', paidYen: 3356 }],
    // November has not passed its own moment of suspension: October alone lifts the stop.
    resumedAt: NOW,
    stillSuspended: false,
  })
})

test('同じ鍵で10回、違う鍵で5回押しても、引き落としは1件に一度', async () => {
  const { contractId, pay, byMember } = await debtor()
  await putCard(harness, contractId)
  const keyed = await Promise.allSettled(Array.from({ length: 10 }, () => pay('one-key')))
  const others = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => pay(`key-${n}`)))
  expect(keyed.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'fulfilled'))
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  expect(await byMember()).toEqual(bothPaid)
})

test('カード会社に断られれば、理由を伝え、どちらも未払いのまま。もう一度支払える', async () => {
  const { call, contractId, pay } = await debtor()
  const refused = await refusalOf(pay('first'))
  expect(refused).toMatchObject({ httpStatus: 409, code: 'PAYMENT_REFUSED' })
  expect(await refusalOf(pay('first'))).toMatchObject({ code: 'PAYMENT_REFUSED' })
  expect((await call(api.billingUnpaidGet)).totalYen).toBe(4547)
  await putCard(harness, contractId)
  expect(await pay('second')).toMatchObject({ result: 'paid', paidYen: 4547 })
})

test('応答がなければ確認中で、重ねて支払えない。照会して、どちらも一度だけ支払われる', async () => {
  const { contractId, pay, byMember } = await debtor()
  await putCard(harness, contractId, 'silent')
  expect(await pay()).toMatchObject({ result: 'unknown', paidYen: 0 })
  expect(await refusalOf(pay())).toMatchObject({ code: 'PAYMENT_UNKNOWN' })
  await harness.drain()
  expect(await byMember()).toEqual(bothPaid)
})

test('合計が違う、支払うものがない、カードがないときは、何も支払われない', async () => {
  const { contractId, pay, byMember } = await debtor()
  await putCard(harness, contractId)
  expect(await refusalOf(pay(undefined, 4546))).toMatchObject({ code: 'CONDITIONS_CHANGED' })
  await harness.database.db
    .deleteFrom('payment_card')
    .where('contract_id', '=', contractId)
    .execute()
  expect(await refusalOf(pay())).toMatchObject({ code: 'CARD_MISSING' })
  expect(await byMember()).toEqual([])
  const paidUp = await makeMember(harness, { loginId: 'owes-nothing' })
  expect(
    await refusalOf(paidUp.call(api.billingUnpaidPayPost, { body: { totalYen: 1 } })),
  ).toMatchObject({
    code: 'NOTHING_TO_PAY',
  })
})
