import { afterEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { rowsOf, setContract, setRows } from '#tests/api/rows.ts'
import { makeMember, type MemberShape } from '#tests/api/members.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { advanceOrder, openOrder } from '#tests/api/orders.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { bookSize, confirmSize } from '#tests/api/sizes.ts'
import { runTasks } from '#tests/api/tasks.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
afterEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeOne>>
let serial = 0
async function makeOne(shape: Partial<MemberShape> = {}) {
  const loginId = `size-${(serial += 1)}`
  return { ...(await makeMember(harness, { loginId, planCode: 13, ...shape })), loginId }
}

async function bookingsAt(at: string) {
  harness.clock.set(at)
  await runTasks(harness, 'plan size bookings')
}
const planOf = async (member: Member) => (await member.call(api.contractGet)).plan
/** After the clock has moved the old login is over. */
const signedInAgain = async (member: Member) => ({
  ...member,
  ...(await harness.signIn(member.loginId)),
})

describe('見積もり', () => {
  test('開通の前でも、現在の月額は0円ではなく、ご契約のとおりの額', async () => {
    const member = await makeOne()
    const { contractId } = member
    await setContract(harness, contractId, { status: 'preparing', started_on: null })
    await setRows(harness, 'line', { status: 'preparing' }, { contract_id: contractId })
    const { monthlyYen } = await member.call(api.contractGet)
    expect(monthlyYen).toBe(1191)
    expect((await member.call(api.couponListGet)).current.monthlyYen).toBe(1191)
  })

  test('確認画面は、適用日・月額の前後・取り消し期限を、料金表の行まで言う', async () => {
    const { estimate } = await confirmSize(await makeOne(), 18)
    expect(estimate).toMatchObject({
      operation: 'planSizeChange',
      changes: [{ label: 'データ容量', before: '3GB', after: '8GB' }],
      effectiveOn: '2026-12-01',
      effectiveAt: '2026-12-01T00:00:00+09:00',
      closesAt: '2026-11-29T12:00:00+09:00',
      undoUntil: '2026-11-29T12:00:00+09:00',
      oneOff: { totalYen: 0 },
      // 1,080 × 1.1 + 3.3 = 1,191.3 and 1,480 × 1.1 + 3.3 = 1,631.3
      monthlyBefore: { totalYen: 1191 },
      monthlyAfter: { totalYen: 1631 },
      monthlyDeltaYen: 440,
      interruption: { expected: false },
      blockedMeanwhile: [],
      why: { allowed: true },
    })
    expect(estimate.oneOffBillMonth).toBeUndefined()
    expect(estimate.monthlyAfter.charges[0]).toMatchObject({
      label: '基本料金 8GB（音声通話SIM）',
      rateKey: 'plan.18.voice',
      explanation: '1,480円 × 1か月（税抜）',
    })
  })

  test('一覧は、いまの容量・予約した容量・選べない理由を言う', async () => {
    const member = await makeOne({ planCode: 20, course: 'share', lines: [{}, { kind: 'data' }] })
    await bookSize(member, 25)
    const { sizes, current } = await member.call(api.couponListGet)
    expect(current.plan).toBe(20)
    const shown = sizes.map(({ plan, why, booked }) => [plan, booked, why.reasonCode])
    expect(shown).toEqual([
      [10, false, 'PLAN_NOT_SHAREABLE'],
      [11, false, 'PLAN_NOT_SHAREABLE'],
      [13, false, 'PLAN_NOT_SHAREABLE'],
      [15, false, 'PLAN_NOT_SHAREABLE'],
      [18, false, undefined],
      [20, false, 'SIZE_UNCHANGED'],
      [25, true, 'SIZE_ALREADY_BOOKED'],
      [30, false, undefined],
      [40, false, undefined],
    ])
  })
})

describe('予約', () => {
  test('予約した容量は、1日の0時にその容量になる。働き手が2度走っても1度だけ', async () => {
    const member = await makeOne()
    const receipt = await bookSize(member, 18)
    expect(receipt).toMatchObject({ state: 'reserved', effectiveOn: '2026-12-01' })
    await bookingsAt('2026-11-30T23:59:59+09:00')
    const late = await signedInAgain(member)
    expect(await planOf(late)).toBe(13)
    await bookingsAt('2026-12-01T00:00:00+09:00')
    expect(await planOf(late)).toBe(18)
    await bookingsAt('2026-12-01T00:00:00+09:00')
    expect(await planOf(late)).toBe(18)
    const { reserved } = await late.call(api.couponReservedPlanGet)
    expect(reserved).toBeUndefined()
    const mails = await rowsOf(
      harness,
      'notice',
      ['title'],
      { account_id: member.accountId, kind: 'procedure' },
      'raised_at',
    )
    expect(mails.map(({ title }) => title)).toEqual([
      'データ容量の変更を予約しました',
      'データ容量が変わりました',
    ])
  })

  test('あとの予約が前の予約に置き換わり、適用されるのはあとの1つ', async () => {
    const member = await makeOne()
    const first = await bookSize(member, 18)
    const second = await bookSize(member, 20)
    const states = await rowsOf(harness, 'procedure_order', ['order_no', 'state'], {
      contract_id: member.contractId,
    })
    expect(new Map(states.map((row) => [row.order_no, row.state]))).toEqual(
      new Map([
        [first.orderNo, 'replaced'],
        [second.orderNo, 'reserved'],
      ]),
    )
    await bookingsAt('2026-12-01T00:00:00+09:00')
    expect(await planOf(await signedInAgain(member))).toBe(20)
  })

  test('取り消せるのは締め切りの1秒前まで。取り消すと何も変わらない', async () => {
    const member = await makeOne()
    const { orderNo } = await bookSize(member, 18)
    harness.clock.set('2026-11-29T12:00:00+09:00')
    const late = await signedInAgain(member)
    expect(await codeOf(late.call(api.couponCancelPost, { body: { orderNo } }))).toBe(
      'UNDO_LIMIT_PASSED',
    )
    harness.clock.set('2026-11-29T11:59:59+09:00')
    const early = await signedInAgain(member)
    expect(await early.call(api.couponCancelPost, { body: { orderNo } })).toMatchObject({
      state: 'cancelled',
    })
    expect(await codeOf(early.call(api.couponCancelPost, { body: { orderNo } }))).toBe(
      'NOTHING_BOOKED',
    )
    await bookingsAt('2026-12-01T00:00:00+09:00')
    expect(await planOf(await signedInAgain(member))).toBe(13)
  })

  test('確認と完了のあいだに締め切りが過ぎたら、新しい適用日を確認してもらう', async () => {
    const member = await makeOne()
    harness.clock.set('2026-11-29T11:59:59+09:00')
    const early = await signedInAgain(member)
    const { body } = await confirmSize(early, 18)
    harness.clock.set('2026-11-29T12:00:00+09:00')
    expect(await codeOf(early.call(api.couponRegisterPost, { body }))).toBe('CUT_OFF_PASSED')
    const next = await confirmSize(early, 18)
    expect(next.body.effectiveOn).toBe('2027-01-01')
    expect(
      await codeOf(
        early.call(api.couponRegisterPost, {
          body: { ...body, effectiveOn: next.body.effectiveOn },
        }),
      ),
    ).toBe('CONDITIONS_CHANGED')
    expect(await bookSize(early, 18)).toMatchObject({ effectiveOn: '2027-01-01' })
  })

  test('締め切り後の予約は翌々月からで、先の予約も予定どおり適用される', async () => {
    const member = await makeOne()
    await bookSize(member, 18)
    harness.clock.set('2026-11-30T09:00:00+09:00')
    const late = await signedInAgain(member)
    const { estimate } = await confirmSize(late, 20)
    expect(estimate.changes[0]).toMatchObject({ before: '8GB', after: '10GB' })
    await bookSize(late, 20)
    expect(await late.call(api.couponReservedPlanGet)).toMatchObject({
      reserved: { to: { plan: 20 }, effectiveOn: '2027-01-01', undo: { allowed: true } },
      settled: { to: { plan: 18 }, effectiveOn: '2026-12-01', undo: { allowed: false } },
    })
    // Another request for January is compared with the 8GB of December, not with the 3GB of today.
    const other = await confirmSize(late, 25)
    expect(other.estimate.changes[0]).toMatchObject({ before: '8GB', after: '15GB' })
    expect(
      other.estimate.nextBills?.map(({ beforeYen, afterYen }) => [beforeYen, afterYen]),
    ).toEqual([
      [1191, 1191],
      [1631, 1631],
      [1851, 2181],
    ])
    expect((await confirmSize(late, 13)).estimate.why).toEqual({ allowed: true })
    expect((await confirmSize(late, 18)).estimate.why).toMatchObject({
      reasonCode: 'SIZE_UNCHANGED',
    })
    await bookingsAt('2026-12-01T00:00:00+09:00')
    expect(await planOf(await signedInAgain(member))).toBe(18)
    await bookingsAt('2027-01-01T00:00:00+09:00')
    expect(await planOf(await signedInAgain(member))).toBe(20)
  })
})

describe('断り', () => {
  test('予約済みの容量は「予約済み」と断り、置き換わるとは言わない', async () => {
    const member = await makeOne()
    await bookSize(member, 18)
    const { estimate } = await confirmSize(member, 18)
    expect(estimate.why).toMatchObject({ allowed: false, reasonCode: 'SIZE_ALREADY_BOOKED' })
    expect(estimate.replaces).toBeUndefined()
    expect((await confirmSize(member, 20)).estimate.replaces).toMatchObject({ to: { plan: 18 } })
  })

  test('MNP予約番号が有効なあいだは、いつから選べるかと、順番待ちにできることを言う', async () => {
    const member = await makeOne()
    const { contractId } = member
    await harness.database.db.transaction().execute(async (tx) => {
      const now = harness.clock.now()
      const lineId = member.lineIds[0] ?? ''
      const orderNo = await openOrder(tx, {
        contractId,
        lineId,
        procedure: 'portOut',
        event: 'requested',
        actor: 'member',
        now,
        details: { exchangeId: 'none' },
      })
      const order = { contractId, orderNo }
      await advanceOrder(tx, order, { event: 'sent_to_carrier', actor: 'system', now })
      const merge = { issuedOn: tokyoDate('2026-11-20') }
      await advanceOrder(tx, order, { event: 'number_issued', actor: 'carrier', now, merge })
    })
    const why = {
      allowed: false,
      reasonCode: 'MNP_NUMBER_LIVE',
      freeFrom: '2026-12-05',
      queueable: true,
    }
    expect((await confirmSize(member, 18)).estimate.why).toMatchObject(why)
    const { sizes } = await member.call(api.couponListGet)
    for (const size of sizes) expect(size.why).toMatchObject(why)
  })

  test('同じ容量・売っていない容量・シェアできない容量・利用停止中・ほかの方の予約', async () => {
    const member = await makeOne()
    const share = await makeOne({ planCode: 20, course: 'share', lines: [{}, {}] })
    const { body } = await confirmSize(member, 18)
    const asked = (of: Member, plan: number) =>
      codeOf(of.call(api.couponRegisterPost, { body: { ...body, plan } }))
    expect(await asked(member, 13)).toBe('SIZE_UNCHANGED')
    expect(await asked(member, 12)).toBe('PLAN_NOT_ON_SALE')
    expect(await asked(share, 13)).toBe('PLAN_NOT_SHAREABLE')
    const stopped = await makeOne({ status: 'suspended' })
    expect(await asked(stopped, 18)).toBe('SUSPENDED')
    const { orderNo } = await bookSize(member, 18)
    expect(await codeOf(share.call(api.couponCancelPost, { body: { orderNo } }))).toBe('NOT_FOUND')
  })

  test('二度押ししても予約は1つ', async () => {
    const member = await makeOne()
    const { body } = await confirmSize(member, 18)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        member.call(api.couponRegisterPost, { body, idempotencyKey: 'one-click' }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.orderNo)).size).toBe(1)
    const orders = await rowsOf(harness, 'procedure_order', ['order_no'], {
      contract_id: member.contractId,
    })
    expect(orders).toHaveLength(1)
  })

  test('2つの画面から同時に別の容量を予約しても、残る予約は1つ', async () => {
    const member = await makeOne()
    const bodies = await Promise.all([confirmSize(member, 18), confirmSize(member, 20)])
    await Promise.all(bodies.map(({ body }) => member.call(api.couponRegisterPost, { body })))
    const orders = await rowsOf(
      harness,
      'procedure_order',
      ['state'],
      { contract_id: member.contractId },
      'state',
    )
    expect(orders.map((order) => order.state)).toEqual(['replaced', 'reserved'])
  })

  test('うるう日の前日と年の瀬も、締め切りは月末前日の12時', async () => {
    const member = await makeOne()
    const closing = async (at: string) => {
      harness.clock.set(at)
      const browser = await signedInAgain(member)
      const { closesAt, effectiveOn } = await browser.call(api.couponListGet)
      return [closesAt, effectiveOn]
    }
    expect(await closing('2028-02-28T11:59:59+09:00')).toEqual([
      '2028-02-28T12:00:00+09:00',
      '2028-03-01',
    ])
    expect(await closing('2028-02-29T00:00:00+09:00')).toEqual([
      '2028-03-30T12:00:00+09:00',
      '2028-04-01',
    ])
    expect(await closing('2026-12-31T23:59:59+09:00')).toEqual([
      '2027-01-30T12:00:00+09:00',
      '2027-02-01',
    ])
  })
})
