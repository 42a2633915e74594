import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { giveBucket, giveUsage, refusalOf } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { setRows } from '#tests/api/rows.ts'
import { noticesOf as readNotices } from '#tests/api/notices.ts'
import { rollMonthOver } from '#backend/data/commands/roll-month-over.ts'
import { queueForAlerts } from '#backend/data/rows/alert-queue.ts'

const harness = await useHarness()

const task = () => harness.services.work.flatMap((part) => part.tasks ?? [])
const runAlerts = async () => {
  const alerts = task().find((one) => one.name === 'alerts')
  await alerts?.run(harness.clock.now())
}

const noticesOf = (accountId: string) => readNotices(harness, accountId)

async function mailsOf(accountId: string) {
  const { rows } = await harness.database.pool.query(
    `select subject from mail_message where account_id = $1`,
    [accountId],
  )
  return rows.length
}

describe('データ残量のお知らせの設定', () => {
  test('何も決めていない人には、残り500 MBと使い切ったときのお知らせが入っている', async () => {
    const member = await makeMember(harness, { loginId: 'sato' })
    expect(await member.call(api.highSpeedResidualNotificationGet)).toEqual({
      channel: 'mail',
      thresholds: [
        { unit: 'remainingBytes', value: 500_000_000, enabled: true },
        { unit: 'usedPercent', value: 80, enabled: false },
        { unit: 'chargesYen', value: 3000, enabled: false },
      ],
      usedUp: true,
      mailTo: 's***@example.jp',
      sent: [],
    })
  })

  test('変えた設定は残り、ほかの人の設定は変わらない', async () => {
    const member = await makeMember(harness, { loginId: 'setter' })
    const other = await makeMember(harness, { loginId: 'bystander' })
    const settings = {
      channel: 'none' as const,
      thresholds: [{ unit: 'usedPercent' as const, value: 100, enabled: true }],
    }
    const changed = await member.call(api.highSpeedResidualNotificationPut, { body: settings })
    expect(changed).toEqual(settings)
    expect(await member.call(api.highSpeedResidualNotificationGet)).toMatchObject(settings)
    expect(await other.call(api.highSpeedResidualNotificationGet)).toMatchObject({
      channel: 'mail',
    })
  })

  test('100%を超える割合と、同じ条件の重なりは、その欄に説明を添えて断る', async () => {
    const member = await makeMember(harness, { loginId: 'typo' })
    const put = member.call(api.highSpeedResidualNotificationPut, {
      body: {
        channel: 'mail',
        thresholds: [
          { unit: 'usedPercent', value: 101, enabled: true },
          { unit: 'remainingBytes', value: 1, enabled: true },
          { unit: 'remainingBytes', value: 1, enabled: false },
        ],
      },
    })
    expect(await refusalOf(put)).toMatchObject({
      httpStatus: 400,
      fields: {
        'thresholds.0.value': ['使った割合は、1〜100（%）で入力してください。'],
        'thresholds.2.value': ['同じ条件が2つあります。片方を消すか、値を変えてください。'],
      },
    })
  })
})

describe('データ残量のお知らせ', () => {
  test('条件ごとに月に1回だけ届く。もう一度見ても、増えない', async () => {
    const member = await makeMember(harness, { loginId: 'low' })
    const lineId = member.lineIds[0] ?? ''
    await giveBucket(harness, member.contractId, { grantedBytes: 3e9, remainingBytes: 480_000_000 })
    await giveUsage(harness, {
      contractId: member.contractId,
      lineId,
      day: '2026-11-19',
      highBytes: 2_520_000_000,
    })
    await member.call(api.highSpeedResidualNotificationPut, {
      body: {
        channel: 'mail',
        thresholds: [
          { unit: 'remainingBytes', value: 500_000_000, enabled: true },
          { unit: 'remainingBytes', value: 100_000_000, enabled: true },
          { unit: 'usedPercent', value: 80, enabled: true },
          { unit: 'usedPercent', value: 50, enabled: false },
        ],
      },
    })
    await runAlerts()
    await runAlerts()
    await Promise.all([runAlerts(), runAlerts()])
    const notices = await noticesOf(member.accountId)
    expect(notices.map((notice) => notice.title)).toEqual([
      'データ容量の80%を使いました',
      'データ残量が少なくなりました',
    ])
    expect(notices[1]?.body).toContain(
      'データ残量が500\u00a0MB以下になりました。いまの残りは480\u00a0MBです。',
    )
    expect(await mailsOf(member.accountId)).toBe(2)
    const { sent } = await member.call(api.highSpeedResidualNotificationGet)
    expect(sent.map(({ unit, value }) => [unit, value])).toEqual(
      expect.arrayContaining([
        ['remainingBytes', 500_000_000],
        ['usedPercent', 80],
      ]),
    )
    expect(sent).toHaveLength(2)
  })

  test('チャージして戻り、また減っても、同じ月にはもう届かない。次の月にはまた届く', async () => {
    const member = await makeMember(harness, { loginId: 'again' })
    const { contractId, accountId } = member
    await giveBucket(harness, contractId, { grantedBytes: 3e9, remainingBytes: 300_000_000 })
    await runAlerts()
    const setRemaining = async (leftBytes: number) => {
      await setRows(
        harness,
        'data_bucket',
        { remaining_bytes: leftBytes },
        { contract_id: contractId },
      )
      await queueForAlerts(harness.database.db, [{ contractId, leftBytes }])
    }
    await setRemaining(1_300_000_000)
    await runAlerts()
    await setRemaining(200_000_000)
    await runAlerts()
    expect(await noticesOf(accountId)).toHaveLength(1)
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await rollMonthOver(harness.services, harness.clock.now())
    await runAlerts()
    expect(await noticesOf(accountId)).toHaveLength(2)
    harness.clock.set('2026-11-20T10:00:00+09:00')
  })

  test('使い切ると一度だけ届き、チャージした分も使い切るとまた届く。残りわずかのお知らせは重ねない', async () => {
    const member = await makeMember(harness, { loginId: 'empty' })
    const { contractId, accountId } = member
    await giveBucket(harness, contractId, { grantedBytes: 3e9, remainingBytes: 0 })
    await runAlerts()
    await Promise.all([runAlerts(), runAlerts()])
    const used = {
      title: 'データを使い切りました',
      body: expect.stringMatching(
        /データチャージをすると、すぐに高速に戻ります。[^]*次に入るデータ：2026年12月1日（火）0:00に3\sGB$/,
      ),
    }
    expect(await noticesOf(accountId)).toEqual([used])
    await giveBucket(harness, contractId, {
      bucketId: 'topup/D-1',
      kind: 'topup',
      grantedBytes: 1e8,
      remainingBytes: 1e8,
      grantedAt: '2026-11-20T09:00:00+09:00',
    })
    await runAlerts()
    expect(await noticesOf(accountId)).toHaveLength(1)
    await setRows(harness, 'data_bucket', { remaining_bytes: 0 }, { contract_id: contractId })
    await queueForAlerts(harness.database.db, [{ contractId, leftBytes: 0 }])
    await runAlerts()
    await runAlerts()
    expect(await noticesOf(accountId)).toEqual([used, used])
    const { sent } = await member.call(api.highSpeedResidualNotificationGet)
    expect(sent.map(({ unit }) => unit)).toEqual(['usedUp', 'usedUp'])
  })

  test('使い切ったときのお知らせは、切ることができる', async () => {
    const member = await makeMember(harness, { loginId: 'no-empty' })
    await giveBucket(harness, member.contractId, { grantedBytes: 3e9, remainingBytes: 0 })
    const body = { channel: 'mail' as const, thresholds: [], usedUp: false }
    await member.call(api.highSpeedResidualNotificationPut, { body })
    expect((await member.call(api.highSpeedResidualNotificationGet)).usedUp).toBe(false)
    await runAlerts()
    expect(await noticesOf(member.accountId)).toEqual([])
  })

  test('「届けない」を選んだ人と、もともと高速データのない人には届かない', async () => {
    const silent = await makeMember(harness, { loginId: 'silent' })
    await giveBucket(harness, silent.contractId, { grantedBytes: 3e9, remainingBytes: 1 })
    await silent.call(api.highSpeedResidualNotificationPut, {
      body: {
        channel: 'none',
        thresholds: [{ unit: 'remainingBytes', value: 500_000_000, enabled: true }],
      },
    })
    const light = await makeMember(harness, { loginId: 'light', planCode: 10 })
    await runAlerts()
    expect(await noticesOf(silent.accountId)).toEqual([])
    expect(await noticesOf(light.accountId)).toEqual([])
  })

  test('追加の料金は、通話とデータチャージを税込で合わせて数える', async () => {
    const member = await makeMember(harness, { loginId: 'caller' })
    await member.call(api.highSpeedResidualNotificationPut, {
      body: {
        channel: 'mail',
        thresholds: [
          { unit: 'chargesYen', value: 1100, enabled: true },
          { unit: 'chargesYen', value: 1101, enabled: true },
        ],
      },
    })
    await member.call(api.highSpeedCouponPost, { body: { packId: '1gb', priceYen: 1100 } })
    await runAlerts()
    const notices = (await noticesOf(member.accountId)).filter((one) => one.title.includes('料金'))
    expect(notices).toEqual([
      {
        title: '今月の通話・追加の料金が1,100円に達しました',
        body: expect.stringContaining('いまの合計は1,100円です。'),
      },
    ])
  })
})
