import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#protocol/index.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { brokenMoneyLaws } from './findings.ts'
import { rowOf, setContract } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-01T07:00:00+09:00')
})
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
})

let serial = 0
/** A member whose card is refused, with the bill of October; charged on 7 November. */
async function debtor(behaviour = 'insufficient-funds', months = ['2026-10']) {
  harness.clock.set('2026-11-01T07:00:00+09:00')
  const loginId = `overdue-${(serial += 1)}`
  const member = await makeMember(harness, {
    loginId,
    lines: [{}, {}],
    course: 'share',
    planCode: 18,
  })
  await putCard(harness, member.contractId, behaviour)
  for (const month of months) await billed(harness, member.contractId, { month })
  return { ...member, loginId }
}

/** Runs what billing does in the hours given, and what it asked of the carrier. */
async function at(...times: string[]) {
  for (const time of times) {
    harness.clock.set(`${time}:00+09:00`)
    await runTasks(harness, 'overdue', 'collection')
    await harness.drain()
  }
}
const threeRefusals = ['2026-11-07T10:00', '2026-11-10T10:00', '2026-11-13T10:00']

async function standOf(loginId: string) {
  const { call } = await harness.signIn(loginId)
  const { status, lines } = await call(api.contractGet)
  const [bill] = (await call(api.billingStatusGet)).bills
  return [status, ...lines.map((line) => line.status), bill?.state]
}

const carrierLine = z.object({ state: z.string(), suspendedFor: z.array(z.string()) })
async function atCarrier({ lineIds }: { lineIds: readonly string[] }) {
  const { CARRIER_URL, CARRIER_SECRET } = harness.services.config
  const states = []
  for (const lineId of lineIds) {
    const answer = await fetch(`${CARRIER_URL}/lines/ref-${lineId}`, {
      headers: { Authorization: `Bearer ${CARRIER_SECRET}` },
    })
    states.push(carrierLine.parse(await answer.json()).state)
  }
  return states
}

describe('支払われない請求', () => {
  test('催促、停止、最終のお知らせ、解除が、それぞれの時刻に一度だけ行われ、回線設備にも伝わる', async () => {
    const member = await debtor()
    await at(...threeRefusals, '2026-11-23T09:00')
    expect(await noticeTitles(harness, member.accountId)).toHaveLength(3)
    await at('2026-11-23T10:00', '2026-11-23T11:00', '2026-11-30T22:00')
    expect((await noticeTitles(harness, member.accountId)).slice(3)).toEqual([
      '10月分の料金のお支払いをお願いします',
    ])
    expect(await standOf(member.loginId)).toEqual(['active', 'active', 'active', 'unpaid'])

    await at('2026-11-30T23:00', '2026-12-01T00:00')
    expect(await standOf(member.loginId)).toEqual([
      'suspended',
      'suspended',
      'suspended',
      'final_notice',
    ])
    expect(await atCarrier(member)).toEqual(['suspended', 'suspended'])
    expect((await noticeTitles(harness, member.accountId)).slice(4)).toEqual([
      '料金のお支払いを確認できないため、ご利用を停止しました',
      '【最終のお知らせ】10月分の料金のお支払いについて',
    ])

    await at('2026-12-31T23:00')
    expect((await standOf(member.loginId))[0]).toBe('suspended')
    await at('2027-01-01T00:00', '2027-01-01T01:00')
    expect(await standOf(member.loginId)).toEqual(['terminated', 'ended', 'ended', 'terminated'])
    expect(await atCarrier(member)).toEqual(['terminated', 'terminated'])
    expect((await noticeTitles(harness, member.accountId)).slice(6)).toEqual([
      '料金のお支払いを確認できないため、ご契約を解除しました',
    ])
    const contract = await rowOf(harness, 'contract', ['ends_on'], {
      contract_id: member.contractId,
    })
    expect(contract.ends_on).toBe('2026-12-31')
  })

  test('未払いの画面と期限の一覧は、同じ日時を示す', async () => {
    const member = await debtor()
    await at(...threeRefusals)
    const { call } = await harness.signIn(member.loginId)
    expect((await call(api.billingUnpaidGet)).bills).toMatchObject([
      { suspendOn: '2026-11-30', terminateOn: '2027-01-01' },
    ])
    const { deadlines } = await call(api.deadlinesGet)
    expect(
      deadlines
        .filter(({ kind }) => kind === 'suspension' || kind === 'termination')
        .map(({ kind, at: when, path }) => [kind, when, path]),
    ).toEqual([
      ['suspension', '2026-11-30T23:00:00+09:00', '/mypage/billing/pay.html'],
      ['termination', '2026-12-31', '/mypage/billing/pay.html'],
    ])
  })

  test('応答を待つあいだは、止めも解除もしない。断られたと分かれば止め、2回の1日はそこから数える', async () => {
    const member = await debtor()
    await at('2026-11-07T10:00', '2026-11-10T10:00')
    await putCard(harness, member.contractId, 'lost')
    await at('2026-11-13T10:00', '2026-11-30T23:00', '2026-12-01T00:00')
    expect(await standOf(member.loginId)).toEqual(['active', 'active', 'active', 'unknown'])
    await putCard(harness, member.contractId, 'do-not-honour')
    await at('2026-12-02T11:00', '2026-12-02T12:00')
    expect((await standOf(member.loginId)).slice(0, 1)).toEqual(['suspended'])
    await at('2027-01-01T00:00')
    expect(await standOf(member.loginId)).toContain('final_notice')
    await at('2027-01-31T23:00')
    expect((await standOf(member.loginId))[0]).toBe('suspended')
    await at('2027-02-01T00:00')
    expect((await standOf(member.loginId))[0]).toBe('terminated')
  })

  test('終わったご契約の未払いの請求は、利用停止中とも、これから解除するとも言わない', async () => {
    const member = await debtor()
    await at(...threeRefusals, '2026-11-30T23:00')
    const labels = async () => {
      const { call } = await harness.signIn(member.loginId)
      return [
        ...(await call(api.billingMonthsGet)).months,
        ...(await call(api.billingStatusGet)).bills,
        ...(await call(api.billingUnpaidGet)).bills,
      ].map(({ stateLabel }) => stateLabel)
    }
    expect(await labels()).toEqual(Array.from({ length: 3 }, () => '未払い（利用停止中）'))
    const over = { status: 'terminated', suspension_reason: null } as const
    await setContract(harness, member.contractId, over)
    expect(await labels()).toEqual(['未払い', '未払い', '未払い'])
  })

  test('前の料金で止まっているご契約には、あとの料金のために「停止しました」とは知らせない', async () => {
    const member = await debtor()
    await at(...threeRefusals)
    await setContract(harness, member.contractId, {
      status: 'suspended',
      suspension_reason: 'unpaid',
    })
    await at('2026-11-30T23:00')
    expect((await noticeTitles(harness, member.accountId)).at(-1)).toBe(
      '10月分の料金のお支払いも確認できていません',
    )
  })

  test('紛失で止めた回線は、支払いで再開しても止まったまま', async () => {
    const member = await debtor()
    const [lost = ''] = member.lineIds
    await member.call(api.lineSuspensionPost, { body: { lineId: lost } })
    await at(...threeRefusals, '2026-11-30T23:00')
    expect(await standOf(member.loginId)).toEqual([
      'suspended',
      'suspended',
      'suspended',
      'suspended',
    ])
    await putCard(harness, member.contractId)
    const { call } = await harness.signIn(member.loginId)
    const [bill] = (await call(api.billingUnpaidGet)).bills
    if (bill === undefined) throw new Error('nothing owed')
    await call(api.singlePayPost, { body: { billId: bill.billId, amountYen: bill.amountYen } })
    await harness.drain()
    expect(await standOf(member.loginId)).toEqual(['active', 'suspended', 'active', 'paid'])
    expect(await atCarrier(member)).toEqual(['suspended', 'active'])
  })
})
