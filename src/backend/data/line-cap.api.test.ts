import { afterEach, describe, expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import type { Input } from '#protocol/endpoint.ts'
import { dataApi } from '#protocol/data.ts'
import { lineCapApi } from '#protocol/line-cap.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { decideSlowLines } from './commands/decide-speeds.ts'
import { importUsage } from './commands/import-usage.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
afterEach(async () => {
  expect(await brokenDataLaws(harness.database.db)).toEqual([])
})

type Member = Awaited<ReturnType<typeof newMember>>

let serial = 0
/** A share course of three lines with 8 GB, whose month has begun. */
async function newMember(at = '2026-11-20T10:00:00+09:00') {
  harness.clock.set(at)
  const loginId = `cap-${(serial += 1)}`
  const member = await makeMember(harness, {
    loginId,
    planCode: 18,
    course: 'share',
    startedOn: '2026-10-01',
    lines: [{}, { kind: 'data' }, { kind: 'sms' }],
  })
  await hour(at)
  return { ...member, loginId, lineId: member.lineIds[1] ?? '' }
}

/** What the worker does within an hour, up to the carrier's answers. */
async function hour(at: string) {
  harness.clock.set(at)
  const now = instant(at)
  await lookAtCalendar(harness.services, now)
  await chargeQueued(harness.services, now)
  await decideSlowLines(harness.services, now)
  await harness.drain()
}

/** The hours of a member's second line as they come in, in megabytes by their beginning. */
async function use({ lineId }: Member, hours: Record<string, number>, revision = 1) {
  await harness.database.db.deleteFrom('import_cursor').execute()
  const records = Object.entries(hours).map(([from, high]) =>
    hourOf(`ref-${lineId}`, from, high, { revision }),
  )
  const { services, clock } = harness
  await importUsage({ ...services, carrier: feedOf(services.carrier, records) }, clock.now())
  await hour(clock.now().toString())
}

const volumes = { atCap: 'slow', warnPercent: 80 } as const
type CapRequest = Input<typeof lineCapApi.lineCapPut>['body']

/** By a login of now: the one before is over after half an hour. */
const callOf = async ({ loginId }: Member) => (await harness.signIn(loginId)).call

async function setCap(member: Member, cap: Pick<CapRequest, 'over'> & Partial<CapRequest>) {
  const call = await callOf(member)
  return call(lineCapApi.lineCapPut, { body: { lineId: member.lineId, ...volumes, ...cap } })
}

async function capOf(member: Member) {
  const call = await callOf(member)
  return call(lineCapApi.lineCapGet, { query: { lineId: member.lineId } })
}

async function speedsAtCarrier({ lineIds }: Member) {
  const answers = await Promise.all(
    lineIds.map((lineId) => harness.services.carrier.line(`ref-${lineId}`)),
  )
  return answers.map((one) => (one.kind === 'accepted' ? one.value.speedMode : one.kind))
}

async function titlesOf({ accountId }: Member) {
  const rows = await rowsOf(
    harness,
    'notice',
    ['title'],
    { account_id: accountId },
    'raised_at',
    'notice_id',
  )
  return rows.map((row) => row.title)
}

async function chargedMb({ contractId }: Member) {
  const entries = await rowsOf(harness, 'data_entry', ['bytes', 'source'], {
    contract_id: contractId,
  })
  const uses = entries.filter((one) => one.source.startsWith('usage/'))
  return uses.reduce((sum, one) => sum - one.bytes, 0) / 1_000_000
}

describe('上限に届いた回線', () => {
  test('まとめて引き落とす1時間で届いても、その回線だけが低速になり、日付が変わると戻る', async () => {
    const member = await newMember()
    await setCap(member, { over: 'day', dayMb: 300 })
    harness.clock.set('2026-11-20T11:05:00+09:00')
    await use(member, { '2026-11-20T10': 200 })
    expect(await titlesOf(member)).toEqual([])
    harness.clock.set('2026-11-20T12:05:00+09:00')
    await use(member, { '2026-11-20T11': 45 })
    expect(await titlesOf(member)).toEqual(['回線が上限に近づいています'])
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
    harness.clock.set('2026-11-20T13:05:00+09:00')
    await use(member, { '2026-11-20T12': 60 })
    expect(await speedsAtCarrier(member)).toEqual(['high', 'low', 'high'])
    expect(await titlesOf(member)).toEqual(['回線が上限に近づいています', '回線が上限に届きました'])
    expect((await capOf(member)).reached).toEqual({
      period: 'day',
      at: '2026-11-20T13:05:00+09:00',
      capBytes: 300_000_000,
      usedBytes: 305_000_000,
      until: '2026-11-21T00:00:00+09:00',
    })
    // The hour of the change is charged; what the carrier counts at high speed afterwards is not.
    harness.clock.set('2026-11-20T15:05:00+09:00')
    await use(member, { '2026-11-20T13': 4, '2026-11-20T14': 50 })
    expect(await chargedMb(member)).toBe(309)
    await hour('2026-11-21T00:05:00+09:00')
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
    expect((await capOf(member)).reached).toBeUndefined()
    expect(await titlesOf(member)).toHaveLength(2)
  })

  test('遅れて届いた昨日の記録は、今日の上限に数えない。先月の記録は、今月に数えない', async () => {
    const member = await newMember('2026-11-30T23:30:00+09:00')
    await setCap(member, { over: 'both', dayMb: 300, monthMb: 500 })
    await hour('2026-12-01T00:05:00+09:00')
    harness.clock.set('2026-12-01T01:05:00+09:00')
    await use(member, { '2026-12-01T00': 100, '2026-11-30T22': 900 })
    expect(await capOf(member)).toMatchObject({
      used: { dayBytes: 100_000_000, monthBytes: 100_000_000 },
    })
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
  })

  test('訂正で上限を下回ると、すぐに高速に戻る', async () => {
    const member = await newMember()
    await setCap(member, { over: 'month', monthMb: 300 })
    harness.clock.set('2026-11-20T11:05:00+09:00')
    await use(member, { '2026-11-20T10': 400 })
    expect(await speedsAtCarrier(member)).toEqual(['high', 'low', 'high'])
    harness.clock.set('2026-11-20T12:05:00+09:00')
    await use(member, { '2026-11-20T10': 100 }, 2)
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
    expect((await titlesOf(member)).at(-1)).toBe('上限による低速を解除しました')
  })

  test('利用停止になっても、回線が終わっても、上限の記録は閉じられる', async () => {
    const member = await newMember()
    await setCap(member, { over: 'month', monthMb: 0 })
    await setRows(harness, 'line', { status: 'suspended' }, { line_id: member.lineId })
    await hour('2026-11-20T11:05:00+09:00')
    expect((await capOf(member)).reached).toBeDefined()
    await setRows(harness, 'line', { status: 'ended' }, { line_id: member.lineId })
    await hour('2026-11-20T12:05:00+09:00')
    const reaches = await rowsOf(harness, 'line_cap_reach', ['state'], {
      contract_id: member.contractId,
    })
    expect(reaches).toEqual([{ state: 'lifted' }])
  })
})

async function listedCapOf(member: Parameters<typeof callOf>[0]) {
  const call = await callOf(member)
  const { lines } = await call(dataApi.highSpeedStatusGet, { query: { lineId: member.lineId } })
  return lines[0]?.cap
}

describe('上限を決める', () => {
  test('使った量より小さい上限はすぐに効き、大きくするとすぐに戻り、なくすこともできる', async () => {
    const member = await newMember()
    await use(member, { '2026-11-20T09': 400 })
    const set = await setCap(member, { over: 'day', dayMb: 300 })
    expect(set).toMatchObject({ cap: { dayBytes: 300_000_000, warnPercent: 80 } })
    expect(set.reached?.period).toBe('day')
    await harness.drain()
    expect(await speedsAtCarrier(member)).toEqual(['high', 'low', 'high'])
    expect((await setCap(member, { over: 'day', dayMb: 500 })).reached).toBeUndefined()
    await harness.drain()
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
    expect(await setCap(member, { over: 'day', dayMb: 0 })).toMatchObject({
      cap: { dayBytes: 0 },
      reached: { capBytes: 0 },
    })
    const removed = await setCap(member, { over: 'none' })
    expect([removed.cap, removed.reached]).toEqual([undefined, undefined])
  })

  test('日付が変わった直後、まだ確認していない上限も、変えられる', async () => {
    const member = await newMember()
    await setCap(member, { over: 'day', dayMb: 100 })
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await use(member, { '2026-11-20T10': 100 })
    harness.clock.set('2026-11-21T00:05:00+09:00')
    await setCap(member, { over: 'day', dayMb: 200 })
    const { cap, reached } = await capOf(member)
    expect([cap?.dayBytes, reached]).toEqual([200_000_000, undefined])
  })

  test('1時間の途中で決めても、その1時間の高速分は引かれる', async () => {
    const member = await newMember('2026-11-20T10:30:00+09:00')
    await setCap(member, { over: 'month', monthMb: 0 })
    await harness.drain()
    harness.clock.set('2026-11-20T12:05:00+09:00')
    await use(member, { '2026-11-20T10': 70, '2026-11-20T11': 30 })
    expect(await chargedMb(member)).toBe(70)
  })

  test('今日だけ増やすとすぐに高速に戻り、日付が変わると元の上限に戻る', async () => {
    const member = await newMember()
    await setCap(member, { over: 'month', monthMb: 300, atCap: 'ask' })
    harness.clock.set('2026-11-20T11:05:00+09:00')
    await use(member, { '2026-11-20T10': 310 })
    expect((await titlesOf(member)).at(-1)).toBe('上限に届きました。どうしますか')
    const body = { lineId: member.lineId, more: '500' } as const
    const call = await callOf(member)
    const lifted = await call(lineCapApi.lineCapLiftPost, { body })
    expect(lifted).toMatchObject({
      lift: { until: '2026-11-21T00:00:00+09:00', monthBytes: 810_000_000 },
    })
    expect(lifted.reached).toBeUndefined()
    await harness.drain()
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
    // The lists of lines say the cap of today, as the page of the cap and the line's user read it.
    expect(await listedCapOf(member)).toEqual({ monthBytes: 810_000_000 })
    await hour('2026-11-21T00:05:00+09:00')
    expect(await listedCapOf(member)).toEqual({ monthBytes: 300_000_000 })
    expect(await speedsAtCarrier(member)).toEqual(['high', 'low', 'high'])
    await hour('2026-12-01T00:05:00+09:00')
    expect(await speedsAtCarrier(member)).toEqual(['high', 'high', 'high'])
  })

  test('容量が上限の合計より小さくなっても上限は残り、合計と容量がわかる', async () => {
    const member = await newMember()
    await setCap(member, { over: 'month', monthMb: 5000 })
    await setRows(harness, 'contract', { plan_code: 13 }, { contract_id: member.contractId })
    expect(await capOf(member)).toMatchObject({
      cap: { monthBytes: 5_000_000_000 },
      sum: { monthBytes: 5_000_000_000, baseBytes: 3_000_000_000 },
    })
  })

  test('決められないときは、理由を文で返す', async () => {
    const member = await newMember()
    await expect(setCap(member, { over: 'both', dayMb: 300 })).rejects.toMatchObject({
      failure: {
        code: 'VALIDATION_FAILED',
        fields: { monthMb: ['高速で使える量を、MBの数字で入力してください。'] },
      },
    })
    const body = { lineId: member.lineId, more: 'all' } as const
    await expect(member.call(lineCapApi.lineCapLiftPost, { body })).rejects.toMatchObject({
      failure: { code: 'CAP_NOT_SET' },
    })
    const other = await newMember()
    const query = { lineId: other.lineId }
    await expect(member.call(lineCapApi.lineCapGet, { query })).rejects.toMatchObject({
      failure: { code: 'NOT_FOUND' },
    })
    await setRows(harness, 'contract', { course: 'single' }, { contract_id: member.contractId })
    await expect(setCap(member, { over: 'day', dayMb: 300 })).rejects.toMatchObject({
      failure: { code: 'CAP_NOT_SHARED' },
    })
  })
})

describe('この30日で試す', () => {
  test('日ごとに、上限があったらどうなったかと、いまの残りがわかり、何も変わらない', async () => {
    const member = await newMember()
    await use(member, {
      '2026-11-18T20': 200,
      '2026-11-18T21': 150,
      '2026-11-18T22': 250,
      '2026-11-19T09': 100,
    })
    const query = { lineId: member.lineId, over: 'day', dayMb: 300 } as const
    const tried = await member.call(lineCapApi.lineCapTryGet, { query })
    expect(tried.days).toHaveLength(30)
    expect(tried.days.slice(-2)).toEqual([
      {
        date: '2026-11-18',
        usedBytes: 600_000_000,
        withinBytes: 350_000_000,
        slowFrom: '2026-11-18T22:00:00+09:00',
      },
      { date: '2026-11-19', usedBytes: 100_000_000, withinBytes: 100_000_000 },
    ])
    expect(tried).toMatchObject({
      usedBytes: 700_000_000,
      withinBytes: 450_000_000,
      daysSlow: 1,
      isReachedNow: false,
    })
    expect(tried.leftWithBytes - tried.leftBytes).toBe(250_000_000)
    expect((await capOf(member)).cap).toBeUndefined()
  })
})
