import { beforeEach, describe, expect, test } from 'vitest'
import type { Outbox } from '#backend/mail/outbox.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { makeMember, type MemberShape } from '#tests/api/members.ts'
import { noticesOf } from '#tests/api/notices.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { buyAutomatically } from './commands/buy-automatically.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(async () => {
  // Nothing is bought any more for whom the tests before have made: each round looks at all of them.
  await harness.database.pool.query(
    `insert into auto_top_up_setting (contract_id, version, account_id, set_at)
     select contract_id, version + 1, account_id, set_at from auto_top_up_setting last
     where pack_code is not null and version =
       (select max(version) from auto_top_up_setting where contract_id = last.contract_id)`,
  )
  harness.clock.set(START)
})

type Member = Awaited<ReturnType<typeof makeMember>>

const run = () => buyAutomatically(harness.services, harness.clock.now())
const statusOf = ({ call }: Pick<Member, 'call'>) => call(api.spendingStatusGet)
const boughtBy = async (member: Pick<Member, 'call'>) =>
  (await statusOf(member)).done.filter(({ orderNo }) => orderNo !== undefined).length
const titlesOf = async ({ accountId }: Member) =>
  (await noticesOf(harness, accountId)).map(({ title }) => title)

type Change = Partial<Parameters<typeof api.autoTopUpPut.body.parse>[0]> & {
  packId?: '100mb' | '500mb' | '1gb'
  atBytes?: number
  timesAMonth?: number
}
const prices = { '100mb': 220, '500mb': 660, '1gb': 1100 } as const

const setAuto = ({ call }: Pick<Member, 'call'>, change: Change = {}) => {
  const { packId = '500mb', atBytes = 100_000_000, timesAMonth = 2 } = change
  const priceYen = prices[packId]
  const body = { packId, atBytes, timesAMonth, priceYen, agreed: true as const }
  return call(api.autoTopUpPut, { body })
}

/** A member without any data: it has run low. */
async function emptyMember(loginId: string, change?: Change, shape: Partial<MemberShape> = {}) {
  const member = await makeMember(harness, { loginId, ...shape })
  await setAuto(member, change)
  return member
}

const useUp = ({ contractId }: Member) =>
  harness.database.pool.query('update data_bucket set remaining_bytes = 0 where contract_id = $1', [
    contractId,
  ])

const setContract = ({ contractId }: Member, set: string) =>
  harness.database.pool.query(`update contract set ${set} where contract_id = $1`, [contractId])

describe('自動データチャージ', () => {
  test('データが決めた量を下回ると1つ購入し、何を・いくらで・あと何回かが届く', async () => {
    const member = await emptyMember('buys')
    await run()
    const { autoTopUp, done, spentYen } = await statusOf(member)
    expect(autoTopUp).toMatchObject({ packId: '500mb', timesAMonth: 2, timesBought: 1 })
    expect(spentYen).toBe(660)
    expect(done).toEqual([
      {
        at: START,
        message: '自動データチャージ 500MB（今月1回目）',
        paidYen: 660,
        orderNo: expect.stringMatching(/^D-/),
      },
    ])
    const [notice] = (await noticesOf(harness, member.accountId)).filter(({ title }) =>
      title.startsWith('自動データチャージで'),
    )
    expect(notice).toEqual({
      title: '自動データチャージで500MBを購入しました',
      body: expect.stringMatching(
        /料金：660円（税込）\n[^]*今月の回数：1回目（今月はあと1回）\n受付番号：D-/,
      ),
    })
    const orderNo = done[0]?.orderNo ?? ''
    const receipt = await member.call(api.topUpReceiptGet, { query: { orderNo } })
    expect(receipt).toMatchObject({ paidYen: 660, billMonth: '2026-11', state: 'usable' })
    expect((await member.call(api.highSpeedResidualGet)).totalBytes).toBe(500_000_000)
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
  })

  test('請求の行には「自動データチャージ」と書かれ、開くと理由が分かる', async () => {
    const member = await emptyMember('billed')
    await run()
    await member.call(api.highSpeedCouponPost, { body: { packId: '500mb', priceYen: 660 } })
    const { soFar } = await member.call(api.billingReserveGet)
    const packs = soFar.charges.filter(({ kind }) => kind === 'topUp')
    expect(packs.map(({ label }) => label).toSorted()).toEqual([
      'データチャージ 500MB',
      '自動データチャージ 500MB',
    ])
    expect(packs.find(({ label }) => label.startsWith('自動'))?.reckoning?.at(-1)).toBe(
      '自動データチャージの設定により、データの残りが決めた量を下回ったときに購入しました。',
    )
  })

  test('仕事が何度走っても、同時に走っても、1回の不足には1回だけ購入する', async () => {
    const member = await emptyMember('once')
    await Promise.all([run(), run(), run()])
    await run()
    expect(await boughtBy(member)).toBe(1)
    expect((await statusOf(member)).spentYen).toBe(660)
  })

  test('購入の途中で働き手が止まれば何も残らず、次の回に1回だけ購入する', async () => {
    const member = await emptyMember('dies')
    const { outbox } = harness.services
    const dying: Outbox = {
      ...outbox,
      async postAll(...words) {
        await outbox.postAll(...words)
        throw new Error('the worker is killed')
      },
    }
    const died = buyAutomatically({ ...harness.services, outbox: dying }, harness.clock.now())
    await expect(died).rejects.toThrow('the worker is killed')
    expect(await boughtBy(member)).toBe(0)
    expect((await statusOf(member)).spentYen).toBe(0)
    expect((await member.call(api.highSpeedResidualGet)).totalBytes).toBe(0)
    await run()
    expect(await boughtBy(member)).toBe(1)
    expect((await titlesOf(member)).filter((one) => one.includes('購入しました'))).toHaveLength(1)
  })

  test('決めた回数で止まり、そのことを1回だけ知らせる。翌月はまた購入する', async () => {
    const member = await emptyMember('times')
    for (let n = 0; n < 4; n += 1) {
      await run()
      await useUp(member)
    }
    await run()
    expect(await boughtBy(member)).toBe(2)
    const stopped = '自動データチャージを購入しませんでした'
    expect((await titlesOf(member)).filter((one) => one === stopped)).toHaveLength(1)
    const bodies = await noticesOf(harness, member.accountId)
    expect(bodies.find(({ title }) => title === stopped)?.body).toContain(
      'お決めになった今月の回数（2回）を使い切ったためです。',
    )
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await useUp(member)
    await run()
    const { call } = await harness.signIn('times')
    expect(await statusOf({ call })).toMatchObject({
      month: '2026-12',
      autoTopUp: { timesBought: 1 },
      spentYen: 660,
    })
  })

  test('料金の上限を超えては購入せず、そのことを1回だけ知らせる', async () => {
    const member = await makeMember(harness, { loginId: 'ceiling' })
    await member.call(api.spendingLimitPut, { body: { limitYen: 1000 } })
    const { autoTopUp } = await setAuto(member, { timesAMonth: 5 })
    expect(autoTopUp?.mostYen).toBe(1000)
    await run()
    for (let n = 0; n < 3; n += 1) {
      await useUp(member)
      await run()
    }
    expect((await statusOf(member)).spentYen).toBe(660)
    const bodies = await noticesOf(harness, member.accountId)
    const notices = bodies.filter(({ title }) => title === '自動データチャージを購入しませんでした')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.body).toContain('料金の上限（1,000円）を超えるため、購入できません。')
    await member.call(api.spendingLimitPut, { body: { limitYen: 1320 } })
    await run()
    expect((await statusOf(member)).spentYen).toBe(1320)
  })

  test('お支払いが確認できないとき、カードが使えないとき、止まっているときは購入しない', async () => {
    const unpaid = await emptyMember('unpaid')
    await setContract(unpaid, `unpaid_since = '2026-11-07T10:00:00+09:00'`)
    const cardless = await emptyMember('cardless')
    await harness.database.pool.query('delete from payment_card where contract_id = $1', [
      cardless.contractId,
    ])
    const suspended = await emptyMember('suspended')
    await setContract(suspended, `status = 'suspended', suspension_reason = 'unpaid'`)
    const over = await emptyMember('over')
    await setContract(over, `status = 'terminated'`)
    await run()
    await run()
    const { rows } = await harness.database.pool.query(
      'select count(*)::int as bought from auto_top_up where contract_id = any($1)',
      [[unpaid, cardless, suspended, over].map(({ contractId }) => contractId)],
    )
    expect(rows).toEqual([{ bought: 0 }])
    const stopped = '自動データチャージを購入しませんでした'
    const times = async (member: Member) =>
      (await titlesOf(member)).filter((one) => one === stopped).length
    expect(await times(unpaid)).toBe(1)
    expect(await times(cardless)).toBe(1)
    expect(await times(suspended)).toBe(0)
  })

  test('同意した料金が変われば、購入せずに知らせる', async () => {
    const member = await emptyMember('dearer')
    // As if it had been agreed to when the pack was cheaper.
    await harness.database.pool.query(
      `insert into auto_top_up_setting values ($1, 2, '500mb', 0, 2, 600, $2, now())`,
      [member.contractId, member.accountId],
    )
    await run()
    expect(await boughtBy(member)).toBe(0)
    const [notices] = (await noticesOf(harness, member.accountId)).filter(({ title }) =>
      title.endsWith('購入しませんでした'),
    )
    expect(notices?.body).toContain(
      'データチャージ 500MBの料金が600円から660円に変わったためです。',
    )
  })

  test('やめれば、次の不足からは購入しない。時計が戻っても同じ月には数えた分しか購入しない', async () => {
    const member = await emptyMember('ends')
    await run()
    harness.clock.set('2026-11-20T09:59:00+09:00')
    await useUp(member)
    await run()
    expect(await boughtBy(member)).toBe(2)
    harness.clock.set('2026-11-20T10:05:00+09:00')
    expect((await member.call(api.autoTopUpDelete)).autoTopUp).toBeNull()
    await useUp(member)
    await run()
    expect(await boughtBy(member)).toBe(2)
    expect((await statusOf(member)).history.map(({ message }) => message)).toEqual([
      '自動データチャージをやめました',
      '自動データチャージを設定しました（データの残りが100\u00a0MBを下回ったときに500MB、1か月に2回まで）',
    ])
  })
})

describe('自動データチャージの設定', () => {
  test('確認では、1回の料金と1か月の最大、すぐに購入することが分かる', async () => {
    const { call } = await makeMember(harness, { loginId: 'estimate' })
    const query = { packId: '1gb' as const, atBytes: 500_000_000, timesAMonth: 3 }
    expect(await call(api.autoTopUpEstimateGet, { query })).toMatchObject({
      name: '1GB',
      priceYen: 1100,
      mostYen: 3300,
      startsAtOnce: true,
      why: { allowed: true },
    })
    await call(api.spendingLimitPut, { body: { limitYen: 2000 } })
    await call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
    expect(await call(api.autoTopUpEstimateGet, { query })).toMatchObject({
      mostYen: 2000,
      limitYen: 2000,
      startsAtOnce: false,
    })
  })

  test('チャージする量より多い残量、回数の範囲外、違う料金、同意なしは受け付けない', async () => {
    const { call } = await makeMember(harness, { loginId: 'refused' })
    const good = { packId: '100mb' as const, atBytes: 100_000_000, timesAMonth: 1, priceYen: 220 }
    const put = (changes: object) =>
      call(api.autoTopUpPut, { body: { ...good, agreed: true as const, ...changes } })
    expect(await refusalOf(put({ atBytes: 100_000_001 }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { atBytes: [expect.stringContaining('チャージする量より多い残量は選べません。')] },
    })
    expect((await refusalOf(put({ timesAMonth: 11 }))).fields).toHaveProperty('timesAMonth')
    expect((await refusalOf(put({ timesAMonth: 0 }))).fields).toHaveProperty('timesAMonth')
    expect((await refusalOf(put({ agreed: false }))).fields).toHaveProperty('agreed')
    expect((await refusalOf(put({ priceYen: 219 }))).code).toBe('CONDITIONS_CHANGED')
    expect((await call(api.spendingStatusGet)).autoTopUp).toBeNull()
    await put({})
    expect((await call(api.spendingStatusGet)).autoTopUp).toMatchObject({ packId: '100mb' })
  })

  test('お支払いが確認できないあいだは設定できないが、やめることはできる', async () => {
    const member = await emptyMember('later-unpaid')
    await setContract(member, `unpaid_since = '2026-11-07T10:00:00+09:00'`)
    expect((await refusalOf(setAuto(member, { timesAMonth: 5 }))).code).toBe('UNPAID')
    expect((await member.call(api.autoTopUpDelete)).autoTopUp).toBeNull()
  })
})
