import { afterAll, beforeEach, expect, test } from 'vitest'
import { setCap } from '#backend/data/commands/set-cap.ts'
import { api } from '#protocol/index.ts'
import { startCardPage } from '#tests/api/applicants.ts'
import { giveUsage } from '#tests/api/data-facts.ts'
import { handoverDesk } from '#tests/api/handovers.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasksLike } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

// A user of a line moves out: the line becomes a contract of their own by the hand-over that there is.

const START = '2026-11-28T10:00:00+09:00'
const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant, runAt } = handoverDesk(harness, 'moving')

test('回線を使う人が自分の契約にすると、番号と自分の使った量だけがついて行き、上限と役割は終わる', async () => {
  const from = await giver()
  const [otherLine = ''] = from.lineIds
  const { lineId, contractId, accountId } = from
  harness.clock.set('2026-11-20T10:00:00+09:00')
  const call = await from.again()
  const { url = '' } = await call(api.familyInvitationPost, {
    body: { role: 'lineUser', name: '蓮', lineId },
  })
  const used: readonly (readonly [string, string, number])[] = [
    [lineId, '2026-11-19', 7e8],
    [lineId, '2026-11-20', 3e8],
    [lineId, '2026-11-25', 2e8],
    [otherLine, '2026-11-25', 9e8],
  ]
  for (const [line, day, highBytes] of used)
    await giveUsage(harness, { contractId, lineId: line, day, highBytes })
  const cap = { over: 'month', monthMb: 5000, atCap: 'slow', warnPercent: 80 } as const
  const who = { actor: 'member', contractId, accountId, now: harness.clock.now() } as const
  await harness.database.db
    .transaction()
    .execute((tx) => setCap(tx, harness.services, who, { lineId, ...cap }))

  harness.clock.set(START)
  const handoverNo = (await offer(from)).offer.handoverNo ?? ''
  const taker = await applicant({ handoverNo, number: from.number })
  harness.clock.set('2026-11-20T10:00:00+09:00')
  const secret = new URL(url).searchParams.get('t') ?? ''
  await (await harness.signIn(taker.loginId)).call(api.familyAcceptPost, { body: { secret } })
  harness.clock.set(START)
  await taker.submit()
  await harness.drain()
  await runAt('2026-12-01T00:10:00+09:00')
  await runTasksLike(harness, /family roles ended/)

  const own = await taker.again()
  const { lines } = await own(api.contractGet)
  expect(lines.map((line) => line.number)).toEqual([from.number])
  const usage = await own(api.statusUsageGet, { query: {} })
  expect(usage.formerUntil).toBe('2026-11-30')
  expect(
    usage.days.filter((day) => day.highSpeedBytes > 0).map((day) => [day.date, day.highSpeedBytes]),
  ).toEqual([
    ['2026-11-20', 3e8],
    ['2026-11-25', 2e8],
  ])
  expect(usage.months.map((month) => [month.month, month.highSpeedBytes])).toEqual([
    ['2026-11', 5e8],
    ['2026-12', 0],
  ])
  const roles = await rowsOf(harness, 'family_role', ['state'], { contract_id: contractId })
  expect(roles).toEqual([{ state: 'ended' }])
  expect(
    await rowsOf(harness, 'line_cap', ['line_id'], { line_id: lines[0]?.lineId ?? '' }),
  ).toEqual([])
  const again = await from.again()
  const before = await again(api.statusUsageGet, { query: {} })
  expect([
    before.formerUntil,
    before.months.find(({ month }) => month === '2026-11')?.highSpeedBytes,
  ]).toEqual([undefined, 21e8])
})

test('回線を使っていなかった家族には、電話番号だけがついて行き、使った量は渡らない', async () => {
  const from = await giver()
  await giveUsage(harness, {
    contractId: from.contractId,
    lineId: from.lineId,
    day: '2026-11-25',
    highBytes: 2e8,
  })
  const handoverNo = (await offer(from, { firstNameKana: 'アカリ' })).offer.handoverNo ?? ''
  const taker = await applicant(
    { handoverNo, number: from.number },
    { firstNameKana: 'アカリ', firstName: '灯' },
  )
  await taker.submit()
  await harness.drain()
  await runAt('2026-12-01T00:10:00+09:00')
  const usage = await (await taker.again())(api.statusUsageGet, { query: {} })
  expect([usage.formerUntil, usage.days.some((day) => day.highSpeedBytes > 0)]).toEqual([
    undefined,
    false,
  ])
})
