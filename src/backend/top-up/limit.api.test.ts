import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { insertCall } from '#tests/api/calls.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticesOf } from '#tests/api/notices.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { buyTopUp } from './commands/buy-top-up.ts'
import { warnOfLimits } from './commands/warn-of-limits.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))

type Member = Awaited<ReturnType<typeof makeMember>>

const prices = { '100mb': 220, '500mb': 660, '1gb': 1100 } as const
const buy = ({ call }: Pick<Member, 'call'>, packId: keyof typeof prices) =>
  call(api.highSpeedCouponPost, { body: { packId, priceYen: prices[packId] } })
const setLimit = ({ call }: Pick<Member, 'call'>, limitYen: number | string) =>
  call(api.spendingLimitPut, { body: { limitYen } })
const warn = () => warnOfLimits(harness.services, harness.clock.now())
const titlesOf = async ({ accountId }: Member) =>
  (await noticesOf(harness, accountId)).map(({ title }) => title)

describe('1か月の料金の上限', () => {
  test('上限ちょうどまでは購入でき、超える購入は、理由と額といつからかを添えて断られる', async () => {
    const member = await makeMember(harness, { loginId: 'exact' })
    await setLimit(member, 1320)
    await buy(member, '500mb')
    await buy(member, '500mb')
    expect(await refusalOf(buy(member, '100mb'))).toMatchObject({
      httpStatus: 409,
      code: 'SPENDING_LIMIT_REACHED',
      message:
        '料金の上限（1,320円）を超えるため、購入できません。今月のデータチャージ・通話・SMSの料金はいま1,320円、この購入は220円です。上限を変えると、すぐに購入できます。',
      freeFrom: '2026-12-01',
    })
    expect((await member.call(api.spendingStatusGet)).limit).toEqual({
      limitYen: 1320,
      setAt: START,
      leftYen: 0,
      reachedPercent: 100,
    })
  })

  test('上限を上げればすぐに、上げなくても翌月1日から購入できる', async () => {
    const member = await makeMember(harness, { loginId: 'raise' })
    await setLimit(member, 700)
    await buy(member, '500mb')
    expect((await refusalOf(buy(member, '100mb'))).code).toBe('SPENDING_LIMIT_REACHED')
    await setLimit(member, '１，０００円')
    await buy(member, '100mb')
    harness.clock.set('2026-12-01T00:00:00+09:00')
    const { call } = await harness.signIn('raise')
    expect(await call(api.spendingStatusGet)).toMatchObject({
      month: '2026-12',
      spentYen: 0,
      limit: { limitYen: 1000, leftYen: 1000 },
    })
    await buy({ call }, '500mb')
  })

  test('通話も税込で数え、量ごとに購入できるかどうかが分かる', async () => {
    const member = await makeMember(harness, { loginId: 'calls' })
    const [lineId = ''] = member.lineIds
    await insertCall(harness, { contractId: member.contractId, lineId, units: 50 })
    await setLimit(member, 1800)
    expect((await member.call(api.spendingStatusGet)).spentYen).toBe(1100)
    const { packs } = await member.call(api.highSpeedCouponGet)
    expect(packs.map(({ packId, why }) => [packId, why.allowed])).toEqual([
      ['100mb', true],
      ['500mb', true],
      ['1gb', false],
      ['1gbNoCarry', true],
    ])
    expect(packs[2]?.why).toMatchObject({
      reasonCode: 'SPENDING_LIMIT_REACHED',
      freeFrom: '2026-12-01',
    })
  })

  test('使った額より低い上限にしても受け付け、チャージだけを止める。なくせばまた購入できる', async () => {
    const member = await makeMember(harness, { loginId: 'lower' })
    await buy(member, '1gb')
    expect((await setLimit(member, 500)).limit).toMatchObject({ leftYen: 0, reachedPercent: 100 })
    expect((await refusalOf(buy(member, '100mb'))).code).toBe('SPENDING_LIMIT_REACHED')
    expect((await member.call(api.spendingLimitDelete)).limit).toBeNull()
    await buy(member, '100mb')
  })

  test('上限より高い量は、来月になっても購入できないので、日を言わない', async () => {
    const member = await makeMember(harness, { loginId: 'dear' })
    await setLimit(member, 1000)
    expect((await refusalOf(buy(member, '1gb'))).freeFrom).toBeUndefined()
  })

  test('同時に購入しても、合わせて上限を超えることはない', async () => {
    const member = await makeMember(harness, { loginId: 'together' })
    await setLimit(member, 1000)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => buy(member, '500mb')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await member.call(api.spendingStatusGet)).spentYen).toBe(660)
  })

  test('別々のサーバーで同時に購入しても、合わせて上限を超えることはない', async () => {
    const member = await makeMember(harness, { loginId: 'two-servers' })
    await setLimit(member, 1000)
    const { services, database, clock } = harness
    const { accountId, contractId } = member
    const who = { actor: 'member', accountId, contractId, now: clock.now() } as const
    const body = api.highSpeedCouponPost.body.parse({ packId: '500mb', priceYen: 660 })
    // As the handler does, without the queue in which one server takes a member's requests.
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        database.db.transaction().execute((tx) => buyTopUp(tx, services, who, body)),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await member.call(api.spendingStatusGet)).spentYen).toBe(660)
  })

  test('決められない金額は、項目のそばで理由が分かる', async () => {
    const member = await makeMember(harness, { loginId: 'wrong' })
    const words = '上限の金額を、500円から100,000円までの数字で入力してください。'
    for (const typed of [499, 100_001, '', 'たくさん', '1000.5', '-1000', 100_000_000])
      expect(await refusalOf(setLimit(member, typed))).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { limitYen: [words] },
      })
    expect((await member.call(api.spendingStatusGet)).limit).toBeNull()
  })

  test('いつ何を決めたかが残り、変えるたびにメールで分かる。同じ額をもう一度決めても増えない', async () => {
    const member = await makeMember(harness, { loginId: 'history' })
    await setLimit(member, 3000)
    await setLimit(member, 3000)
    harness.clock.set('2026-11-20T10:05:00+09:00')
    await setLimit(member, 5000)
    harness.clock.set('2026-11-20T10:09:00+09:00')
    const { history } = await member.call(api.spendingLimitDelete)
    expect(history).toEqual([
      { at: '2026-11-20T10:09:00+09:00', message: '料金の上限をなくしました' },
      { at: '2026-11-20T10:05:00+09:00', message: '料金の上限を5,000円にしました' },
      { at: '2026-11-20T10:00:00+09:00', message: '料金の上限を3,000円にしました' },
    ])
    expect(await titlesOf(member)).toEqual([
      '料金の上限を3,000円にしました',
      '料金の上限を5,000円にしました',
      '料金の上限をなくしました',
    ])
    await expect(
      harness.database.pool.query('update spending_limit set limit_yen = 900'),
    ).rejects.toThrow()
  })
})

describe('上限に近づいたお知らせ', () => {
  test('80%と100%で、段階ごとに月に1回だけ届く', async () => {
    const member = await makeMember(harness, { loginId: 'levels' })
    const [lineId = ''] = member.lineIds
    const callFor = (units: number) =>
      insertCall(harness, { contractId: member.contractId, lineId, units })
    await setLimit(member, 1100)
    const before = await titlesOf(member)
    const newTitles = async () =>
      (await titlesOf(member)).filter((title) => !before.includes(title))
    await callFor(39)
    await warn()
    expect(await newTitles()).toEqual([])
    await callFor(1)
    await warn()
    await Promise.all([warn(), warn()])
    expect(await newTitles()).toEqual(['今月の料金が上限の80%に達しました'])
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await callFor(10)
    await warn()
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await callFor(100)
    await warn()
    expect(await newTitles()).toEqual([
      '今月の料金が上限の80%に達しました',
      '今月の料金が上限に達しました',
    ])
    const { call } = await harness.signIn('levels')
    const { done } = await call(api.spendingStatusGet)
    expect(done).toEqual([
      { at: '2026-11-20T11:00:00+09:00', message: '今月の料金が上限に達しました' },
      { at: '2026-11-20T10:00:00+09:00', message: '今月の料金が上限の80%に達しました' },
    ])
  })

  test('翌月はまた数え直す。上限をなくした人には届かない', async () => {
    const member = await makeMember(harness, { loginId: 'anew' })
    const [lineId = ''] = member.lineIds
    const call = () => insertCall(harness, { contractId: member.contractId, lineId, units: 25 })
    await setLimit(member, 500)
    await call()
    await warn()
    harness.clock.set('2026-12-02T10:00:00+09:00')
    await warn()
    await call()
    await warn()
    const reached = '今月の料金が上限を超えました'
    const all = async () => (await titlesOf(member)).filter((title) => title === reached)
    expect(await all()).toHaveLength(2)
    harness.clock.set('2027-01-05T10:00:00+09:00')
    const again = await harness.signIn('anew')
    await again.call(api.spendingLimitDelete)
    await call()
    await warn()
    expect(await all()).toHaveLength(2)
  })
})
