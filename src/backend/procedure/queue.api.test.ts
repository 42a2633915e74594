import { runTasks } from '#tests/api/tasks.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowsOf, setContract } from '#tests/api/rows.ts'
import { makeMember } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { advanceOrder, openOrder } from '#tests/api/orders.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeMember>>
let serial = 0
const makeOne = async () => {
  const loginId = `waiter-${(serial += 1)}`
  return { ...(await makeMember(harness, { loginId })), loginId }
}
const look = async () => {
  await runTasks(harness, 'queued procedures')
}

/** An MNP number issued on 20 November stands in the way until 4 December 24:00. */
async function issueNumber(member: Member) {
  const { contractId, lineIds } = member
  return harness.database.db.transaction().execute(async (tx) => {
    const now = harness.clock.now()
    const orderNo = await openOrder(tx, {
      contractId,
      lineId: lineIds[0] ?? '',
      procedure: 'portOut',
      event: 'requested',
      actor: 'member',
      now,
      details: { exchangeId: 'none' },
    })
    const order = { contractId, orderNo }
    await advanceOrder(tx, order, { event: 'sent_to_carrier', actor: 'system', now })
    await advanceOrder(tx, order, {
      event: 'number_issued',
      actor: 'carrier',
      now,
      merge: { issuedOn: tokyoDate('2026-11-20') },
    })
    return orderNo
  })
}

describe('できるようになったら進めてほしい', () => {
  test('断る画面は、いつ空くかと、順番待ちを頼めることを知っている', async () => {
    const member = await makeOne()
    const orderNo = await issueNumber(member)
    const why = {
      allowed: false,
      reasonCode: 'MNP_NUMBER_LIVE',
      freeFrom: '2026-12-05',
      blockedBy: orderNo,
      queueable: true,
    }
    const { sizes } = await member.call(api.couponListGet)
    expect(sizes.find(({ plan }) => plan === 18)?.why).toMatchObject(why)
    const query = { plan: '18' }
    expect((await member.call(api.couponEstimateGet, { query })).why).toMatchObject(why)
    // A cancellation is never made to wait for it.
    expect((await member.call(api.simCancelPaymentGet, { query: {} })).why).toEqual({
      allowed: true,
    })
    const body = { operation: 'contractCancel' } as const
    expect(await codeOf(member.call(api.procedureQueuePost, { body }))).toBe(
      'PROCEDURE_NOT_QUEUEABLE',
    )
  })

  test('じゃまが消えた時間に始まり、受付番号が残る。2度見ても1度だけ始まる', async () => {
    const member = await makeOne()
    await issueNumber(member)
    const body = { operation: 'planSizeChange', plan: 18 } as const
    const queued = await member.call(api.procedureQueuePost, { body })
    expect(queued).toMatchObject({
      state: 'waiting',
      label: 'データ容量の変更（8GBへ）',
      reason: { allowed: false, reasonCode: 'MNP_NUMBER_LIVE' },
      expectedOn: '2026-12-05',
    })
    expect(await codeOf(member.call(api.procedureQueuePost, { body }))).toBe(
      'PROCEDURE_ALREADY_QUEUED',
    )
    harness.clock.set('2026-12-04T23:00:00+09:00')
    await look()
    const shown = async () => {
      const browser = await harness.signIn(member.loginId)
      const { procedures } = await browser.call(api.procedureQueueGet)
      return procedures
    }
    expect(await shown()).toMatchObject([{ state: 'waiting' }])
    harness.clock.set('2026-12-05T00:00:00+09:00')
    await look()
    await look()
    const [started] = await shown()
    expect(started).toMatchObject({ state: 'started', stateLabel: '開始済み' })
    const browser = await harness.signIn(member.loginId)
    const { reserved } = await browser.call(api.couponReservedPlanGet)
    expect(reserved).toMatchObject({ orderNo: started?.orderNo, effectiveOn: '2027-01-01' })
    const orders = await browser.call(api.statusApplyStateGet)
    expect(orders.rows.filter((row) => row.operation === 'planSizeChange')).toHaveLength(1)
  })

  test('始められないときは、理由を残して知らせる', async () => {
    const member = await makeOne()
    await issueNumber(member)
    // The size in force: refused when its turn comes.
    const body = { operation: 'planSizeChange', plan: 13 } as const
    await member.call(api.procedureQueuePost, { body })
    harness.clock.set('2026-12-05T00:00:00+09:00')
    await look()
    const browser = await harness.signIn(member.loginId)
    const { procedures } = await browser.call(api.procedureQueueGet)
    expect(procedures).toMatchObject([
      { state: 'refused', reason: { reasonCode: 'SIZE_UNCHANGED' } },
    ])
    const notices = await rowsOf(harness, 'notice', ['title', 'body'], {
      account_id: member.accountId,
    })
    expect(notices.map((notice) => notice.title)).toEqual([
      '順番待ちの手続きを始められませんでした（データ容量の変更）',
    ])
    const { reserved } = await browser.call(api.couponReservedPlanGet)
    expect(reserved).toBeUndefined()
  })

  test('待っているあいだに契約が止まれば、待たずに断る', async () => {
    const member = await makeOne()
    await issueNumber(member)
    const body = { operation: 'planSizeChange', plan: 18 } as const
    await member.call(api.procedureQueuePost, { body })
    await setContract(harness, member.contractId, { status: 'ported_out' })
    await look()
    const { procedures } = await member.call(api.procedureQueueGet)
    expect(procedures).toMatchObject([
      { state: 'refused', reason: { reasonCode: 'CONTRACT_ENDED' } },
    ])
  })

  test('取り下げられる。取り下げたものは始まらない', async () => {
    const member = await makeOne()
    await issueNumber(member)
    const body = { operation: 'planSizeChange', plan: 18 } as const
    const { queueId } = await member.call(api.procedureQueuePost, { body })
    expect(await member.call(api.procedureQueueDelete, { query: { queueId } })).toMatchObject({
      state: 'withdrawn',
    })
    harness.clock.set('2026-12-05T00:00:00+09:00')
    await look()
    const browser = await harness.signIn(member.loginId)
    expect((await browser.call(api.procedureQueueGet)).procedures).toMatchObject([
      { state: 'withdrawn' },
    ])
    const other = await makeOne()
    expect(await codeOf(other.call(api.procedureQueueDelete, { query: { queueId } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('いまできる手続きと、待ってもできない手続きは、順番待ちにしない', async () => {
    const free = await makeOne()
    const body = { operation: 'planSizeChange', plan: 18 } as const
    expect(await codeOf(free.call(api.procedureQueuePost, { body }))).toBe(
      'PROCEDURE_NOT_QUEUEABLE',
    )
    await setContract(harness, free.contractId, { status: 'suspended', suspension_reason: 'fraud' })
    expect(await codeOf(free.call(api.procedureQueuePost, { body }))).toBe(
      'PROCEDURE_NOT_QUEUEABLE',
    )
  })

  test('解約を待たせるにも、ログインのやり直しが要る', async () => {
    const member = await makeOne()
    await issueNumber(member)
    harness.clock.set('2026-11-20T10:10:01+09:00')
    const body = { operation: 'contractCancel' } as const
    expect(await codeOf(member.call(api.procedureQueuePost, { body }))).toBe('FRESH_LOGIN_REQUIRED')
  })
})
