import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { brokenMoneyLaws } from './findings.ts'
import { takeCardReport } from './commands/take-card-report.ts'
import { askCardsAgain, recordTransfer } from './commands/repair-refund.ts'
import { addRow, rowOf, setContract } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { refundsWaiting } from './queries/credit-left.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-01T07:00:00+09:00')
  await addRow(harness, 'month_close', {
    month: tokyoMonth('2026-11'),
    began_at: harness.clock.now(),
    finished_at: harness.clock.now(),
  })
})
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
})

async function roundAt(at: string, ...names: readonly string[]) {
  harness.clock.set(at)
  await runTasks(harness, ...(names.length === 0 ? ['credits', 'collection', 'refunds'] : names))
}

let serial = 0
/** Paid September and October by card, ended on 30 November, and gets `creditYen` back on November's bill. */
async function leaver(creditYen: number, cards: { september?: string; october?: string } = {}) {
  harness.clock.set('2026-11-01T07:00:00+09:00')
  const member = await makeMember(harness, { loginId: `leaver-${(serial += 1)}` })
  const { contractId } = member
  await putCard(harness, contractId, cards.september)
  await billed(harness, contractId, { month: '2026-09', yen: 1500 })
  await roundAt('2026-10-07T10:00:00+09:00', 'collection')
  await putCard(harness, contractId, cards.october)
  await billed(harness, contractId, { month: '2026-10', yen: 1191 })
  await roundAt('2026-11-07T10:00:00+09:00', 'collection')
  await setContract(harness, contractId, { status: 'terminated', ends_on: tokyoDate('2026-11-30') })
  harness.clock.set('2026-12-01T06:00:00+09:00')
  const billId = await billed(harness, contractId, { month: '2026-11', yen: -creditYen })
  return { ...member, billId, loginId: `leaver-${serial}` }
}
type Leaver = Awaited<ReturnType<typeof leaver>>

const refundsOf = async ({ contractId }: Leaver) =>
  (
    await harness.database.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.order_id', 'refund.payment_order_id')
      .select(['payment.month', 'refund.amount_yen', 'refund.state', 'refund.refund_id'])
      .where('refund.contract_id', '=', contractId)
      .orderBy('requested_at')
      .orderBy('payment.month', 'desc')
      .execute()
  ).map(({ month, amount_yen, state }) => [month, amount_yen, state])
const byStaff = () => ({ actor: 'staff', now: harness.clock.now() }) as const

const stateOf = async ({ billId }: Leaver) =>
  (await rowOf(harness, 'bill', ['state'], { bill_id: billId })).state

/** What the processor has given back of a month's payment. */
async function givenBackYen({ contractId }: Leaver, month: string) {
  const { CARD_URL, CARD_SECRET } = harness.services.config
  const { order_id: orderId } = await rowOf(harness, 'payment', ['order_id'], {
    contract_id: contractId,
    month: tokyoMonth(month),
    state: 'ok',
  })
  const answer = await fetch(`${CARD_URL}/charges/${orderId}`, {
    headers: { Authorization: `Bearer ${CARD_SECRET}` },
  })
  const { refundedYen }: { refundedYen: number } = await answer.json()
  return refundedYen
}

const processorIs = (mode: string, target = '/refunds') =>
  fetch(`${harness.services.config.CARD_URL}/__faults`, {
    method: 'POST',
    body: JSON.stringify({ mode, target, times: 1 }),
  })

describe('解約のあとに残ったお預かりの返金', () => {
  test('最後の請求のあと、新しいお支払いのカードから順に返し、額・カード・日を一度だけ知らせる', async () => {
    const member = await leaver(2000)
    await roundAt('2026-12-01T07:00:00+09:00')
    await roundAt('2026-12-01T08:00:00+09:00')
    expect(await refundsOf(member)).toEqual([
      ['2026-10', 1191, 'ok'],
      ['2026-09', 809, 'ok'],
    ])
    expect(await stateOf(member)).toBe('refunded')
    expect([await givenBackYen(member, '2026-10'), await givenBackYen(member, '2026-09')]).toEqual([
      1191, 809,
    ])
    expect((await noticeTitles(harness, member.accountId)).slice(2)).toEqual([
      'お預かりしていた2,000円をお返ししました',
    ])
    const postings = await harness.database.db
      .selectFrom('posting')
      .select(['account', ({ fn }) => fn.sum<string>('amount_yen').as('yen')])
      .where('contract_id', '=', member.contractId)
      .where('account', 'in', ['cash', 'credit', 'refund', 'receivable'])
      .groupBy('account')
      .orderBy('account')
      .execute()
    expect(postings.map(({ account, yen }) => [account, Number(yen)])).toEqual([
      ['cash', 691],
      ['credit', 0],
      ['receivable', 0],
      ['refund', 0],
    ])
    const { call } = await harness.signIn(member.loginId)
    const { bills } = await call(api.billingStatusGet)
    expect(bills[0]).toMatchObject({
      state: 'refunded',
      credit: {
        leftYen: 0,
        message: 'お返しする手続きが完了しました。',
        refunds: [
          { yen: 1191, state: 'done', on: '2026-12-01', cardMasked: '**** **** **** 4242' },
          { yen: 809, state: 'done', on: '2026-12-01', cardMasked: '**** **** **** 4242' },
        ],
      },
    })
  })

  test('続いている契約、払っていない請求や応答のない支払いのある契約、分割の残る契約には、まだ返さない', async () => {
    const going = await leaver(300)
    await setContract(harness, going.contractId, { status: 'active', ends_on: null })
    const paying = await leaver(300)
    await addRow(harness, 'terminal', {
      contract_id: paying.contractId,
      device_id: 'dev_1',
      name: 'Hibiki Phone',
      imei_sealed: '',
      purchased_on: tokyoDate('2026-10-01'),
      warranty_until: null,
      notice: null,
      price_yen: 24_000,
      instalment_count: 24,
      first_instalment_month: tokyoMonth('2026-10'),
    })
    const indebted = await leaver(300)
    await billed(harness, indebted.contractId, { month: '2026-08', yen: 700, state: 'unpaid' })
    const awaited = await leaver(300)
    await billed(harness, awaited.contractId, { month: '2026-08', yen: 700 })
    await processorIs('silent', '/charges')
    await roundAt('2026-12-01T07:00:00+09:00', 'collection')
    await roundAt('2026-12-01T07:00:00+09:00', 'refunds')
    for (const one of [going, paying, awaited, indebted]) {
      expect(await refundsOf(one)).toEqual([])
      expect(await stateOf(one)).toBe('credit')
    }
    await roundAt('2026-12-01T08:00:00+09:00')
    expect(await refundsOf(awaited)).toEqual([['2026-10', 300, 'ok']])
    // What is owed is paid with it instead.
    expect(await refundsOf(indebted)).toEqual([])
    expect(await stateOf(indebted)).toBe('paid')
  })

  test('カード会社の応答がなければ「返金の手続き中」。照会して、返金は一度だけ', async () => {
    const member = await leaver(500)
    await processorIs('silent')
    await roundAt('2026-12-01T07:00:00+09:00')
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'unknown']])
    expect(await stateOf(member)).toBe('refunding')
    await roundAt('2026-12-01T08:00:00+09:00')
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'ok']])
    expect(await givenBackYen(member, '2026-10')).toBe(500)
  })

  test('カード会社に届いてもいなければ、同じ番号でもう一度だけ頼む', async () => {
    const member = await leaver(500)
    await processorIs('down')
    await roundAt('2026-12-01T07:00:00+09:00')
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'unknown']])
    await roundAt('2026-12-01T08:00:00+09:00')
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'ok']])
    expect(await givenBackYen(member, '2026-10')).toBe(500)
  })

  test('遅れて届いた報告で照会し、2度目の報告と知らない番号では何も変わらない', async () => {
    const member = await leaver(500)
    await processorIs('silent')
    await roundAt('2026-12-01T07:00:00+09:00')
    const { refund_id: orderId } = await rowOf(harness, 'refund', ['refund_id'], {
      contract_id: member.contractId,
    })
    for (const id of [orderId, orderId, 'H-NONE-NONE-NONE']) {
      await takeCardReport(harness.services, { type: 'refund', orderId: id })
      await harness.drain()
    }
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'ok']])
    expect(await stateOf(member)).toBe('refunded')
    expect(await givenBackYen(member, '2026-10')).toBe(500)
    expect((await noticeTitles(harness, member.accountId)).slice(2)).toHaveLength(1)
  })

  test('2つのワーカーが同時に走っても、返金は一度', async () => {
    const member = await leaver(500)
    await Promise.all([1, 2, 3].map(() => roundAt('2026-12-01T07:00:00+09:00', 'refunds')))
    expect(await refundsOf(member)).toEqual([['2026-10', 500, 'ok']])
    expect(await givenBackYen(member, '2026-10')).toBe(500)
    expect((await noticeTitles(harness, member.accountId)).slice(2)).toHaveLength(1)
  })

  test('断られたカードの分は、ほかのお支払いのカードに返す', async () => {
    const member = await leaver(500, { october: 'refund-refused' })
    await roundAt('2026-12-01T07:00:00+09:00')
    await roundAt('2026-12-01T08:00:00+09:00')
    expect(await refundsOf(member)).toEqual([
      ['2026-10', 500, 'refused'],
      ['2026-09', 500, 'ok'],
    ])
    expect(await stateOf(member)).toBe('refunded')
  })
})

describe('どのカードにも返せないとき', () => {
  const refused = { september: 'refund-refused', october: 'refund-refused' }

  test('「返金の方法を確認中」になり、理由とともに一覧に出て、一度だけ知らせる。振り込んだと記録すれば返金済み', async () => {
    const member = await leaver(500, refused)
    for (const hour of ['07', '08', '09', '10']) await roundAt(`2026-12-01T${hour}:00:00+09:00`)
    expect(await refundsOf(member)).toEqual([
      ['2026-10', 500, 'refused'],
      ['2026-09', 500, 'refused'],
    ])
    expect(await stateOf(member)).toBe('refund_refused')
    const { db } = harness.database
    expect(await refundsWaiting(db)).toEqual([
      {
        billId: member.billId,
        contractId: member.contractId,
        leftYen: 500,
        reasons: ['card_closed', 'card_closed'],
      },
    ])
    expect((await noticeTitles(harness, member.accountId)).slice(2)).toEqual([
      'お預かりしている500円のお返しについて',
    ])
    expect(await brokenMoneyLaws(db)).toEqual([])

    await db.transaction().execute((tx) => recordTransfer(tx, member.billId, byStaff()))
    expect(await brokenMoneyLaws(db)).toEqual([])
    await expect(recordTransfer(db, member.billId, byStaff())).rejects.toThrow('waits for staff')
    await roundAt('2026-12-01T11:00:00+09:00')
    await roundAt('2026-12-01T12:00:00+09:00')
    expect(await stateOf(member)).toBe('refunded')
    expect((await noticeTitles(harness, member.accountId)).slice(3)).toEqual([
      'お預かりしていた500円をお返ししました',
    ])
  })

  test('もう一度カードに頼むこともできる', async () => {
    const member = await leaver(500, refused)
    for (const hour of ['07', '08', '09']) await roundAt(`2026-12-01T${hour}:00:00+09:00`)
    const { db } = harness.database
    await db.transaction().execute((tx) => askCardsAgain(tx, member.billId, byStaff()))
    await roundAt('2026-12-01T10:00:00+09:00')
    expect((await refundsOf(member)).map(([month, , state]) => [month, state])).toEqual([
      ['2026-10', 'refused'],
      ['2026-09', 'refused'],
      ['2026-10', 'refused'],
    ])
  })
})
