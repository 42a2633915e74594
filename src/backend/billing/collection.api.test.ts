import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowOf, rowsOf, setContract } from '#tests/api/rows.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { noticesOf } from '#tests/api/notices.ts'

const harness = await useHarness('2026-12-01T10:00:00+09:00')

let serial = 0

/** A member who owes 1,191円 for November, with a card that behaves as its token says. */
async function debtor(behaviour: string | undefined) {
  const member = await makeMember(harness, { loginId: `debtor-${(serial += 1)}` })
  const { contractId } = member
  const { db } = harness.database
  const billId = await billed(harness, contractId)
  if (behaviour !== undefined) await putCard(harness, contractId, behaviour)
  else await db.deleteFrom('payment_card').where('contract_id', '=', contractId).execute()
  return { ...member, billId }
}

async function collectAt(at: string) {
  harness.clock.set(at)
  const tasks = harness.services.work.flatMap(({ tasks = [] }) => tasks)
  await tasks.find(({ name }) => name === 'collection')?.run(harness.clock.now())
}

type Debtor = Awaited<ReturnType<typeof debtor>>
async function billOf({ loginName }: { loginName: string }) {
  const { call } = await harness.signIn(loginName)
  return (await call(api.billingStatusGet)).bills[0]
}
const paymentsOf = ({ contractId }: Pick<Debtor, 'contractId'>) =>
  rowsOf(harness, 'payment', ['attempt', 'state', 'reason'], { contract_id: contractId }, 'attempt')
const mailsOf = async ({ accountId }: Pick<Debtor, 'accountId'>) =>
  (await rowsOf(harness, 'notice', ['title'], { account_id: accountId })).length

describe('引き落とし', () => {
  test('7日の10時に一度だけ引き落とし、支払い済みになり、知らせる', async () => {
    const member = await debtor('ok')
    await collectAt('2026-12-07T09:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([])
    await collectAt('2026-12-07T10:00:00+09:00')
    await collectAt('2026-12-07T11:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([{ attempt: 1, state: 'ok', reason: null }])
    expect(await billOf({ loginName: `debtor-${serial}` })).toMatchObject({
      state: 'paid',
      paidAt: '2026-12-07T10:00:00+09:00',
    })
    expect(await mailsOf(member)).toBe(1)
  })

  test('断られたら10日と13日にもう一度、3回断られたら未払いになる', async () => {
    const member = await debtor('insufficient-funds')
    const loginName = `debtor-${serial}`
    for (const at of [
      '2026-12-07T10:00:00+09:00',
      '2026-12-09T10:00:00+09:00',
      '2026-12-10T09:00:00+09:00',
    ])
      await collectAt(at)
    expect(await paymentsOf(member)).toHaveLength(1)
    expect(await billOf({ loginName })).toMatchObject({ state: 'failed' })
    const { call } = await harness.signIn(loginName)
    expect((await call(api.billingUnpaidGet)).bills).toMatchObject([
      { amountYen: 1191, retryOn: '2026-12-10', paymentPending: false },
    ])
    for (const at of [
      '2026-12-10T10:00:00+09:00',
      '2026-12-13T10:00:00+09:00',
      '2026-12-20T10:00:00+09:00',
    ])
      await collectAt(at)
    expect(await paymentsOf(member)).toEqual(
      [1, 2, 3].map((attempt) => ({ attempt, state: 'refused', reason: 'insufficient_funds' })),
    )
    expect(await billOf({ loginName })).toMatchObject({ state: 'unpaid' })
    expect(await mailsOf(member)).toBe(3)
  })

  test('2か月目も断られたメールは、ほかの月の未払いと合計も言い、止まった回線にこれから止めるとは言わない', async () => {
    const member = await debtor('expired-card')
    await billed(harness, member.contractId, { month: '2026-10', yen: 3356, state: 'suspended' })
    await setContract(harness, member.contractId, {
      status: 'suspended',
      suspension_reason: 'unpaid',
    })
    for (const day of ['07', '10', '13']) await collectAt(`2026-12-${day}T10:00:00+09:00`)
    const notices = await noticesOf(harness, member.accountId)
    expect(notices.map(({ title }) => title)).toEqual(
      Array.from({ length: 3 }, () => '11月分の料金をお支払いいただけませんでした'),
    )
    for (const { body } of notices) {
      expect(body).toContain('ほかに10月分の料金3,356円も、お支払いを確認できていません。')
      expect(body).toContain('未払いの合計：4,547円')
      expect(body).not.toContain('ご利用を停止します')
    }
  })

  test('2回目で支払えれば、未払いは消える', async () => {
    const member = await debtor('do-not-honour')
    const loginName = `debtor-${serial}`
    await collectAt('2026-12-07T10:00:00+09:00')
    await putCard(harness, member.contractId)
    await collectAt('2026-12-10T10:00:00+09:00')
    expect(await billOf({ loginName })).toMatchObject({ state: 'paid' })
    const { call } = await harness.signIn(loginName)
    expect(await call(api.billingUnpaidGet)).toMatchObject({ bills: [], totalYen: 0 })
    const { unpaid_since: unpaidSince } = await rowOf(harness, 'contract', ['unpaid_since'], {
      contract_id: member.contractId,
    })
    expect(unpaidSince).toBeNull()
  })

  test('応答がなければ確認中になり、次の回で照会して支払い済みになる。二度は引き落とさない', async () => {
    const member = await debtor('silent')
    const loginName = `debtor-${serial}`
    await collectAt('2026-12-07T10:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([{ attempt: 1, state: 'unknown', reason: null }])
    expect(await billOf({ loginName })).toMatchObject({
      state: 'unknown',
      stateLabel: '決済の確認中',
    })
    await collectAt('2026-12-07T11:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([{ attempt: 1, state: 'ok', reason: null }])
    expect(await billOf({ loginName })).toMatchObject({ state: 'paid' })
  })

  test('カードの登録がなければ、引き落とせないことと理由を伝える', async () => {
    const member = await debtor(undefined)
    await collectAt('2026-12-07T10:00:00+09:00')
    expect(await paymentsOf(member)).toEqual([
      { attempt: 1, state: 'refused', reason: 'card_missing' },
    ])
  })

  test('2つのワーカーが同時に走っても、引き落としは一度', async () => {
    const member = await debtor('ok')
    await Promise.all([
      collectAt('2026-12-07T10:00:00+09:00'),
      collectAt('2026-12-07T10:00:00+09:00'),
    ])
    expect(await paymentsOf(member)).toEqual([{ attempt: 1, state: 'ok', reason: null }])
    expect(await mailsOf(member)).toBe(1)
  })
})
