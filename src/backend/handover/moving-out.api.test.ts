import { afterAll, beforeEach, expect, test } from 'vitest'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { setCap } from '#backend/data/commands/set-cap.ts'
import { familyLaws } from '#backend/family/findings.ts'
import { familyRequestLaws } from '#backend/family-request/findings.ts'
import { giftLaws } from '#backend/gift/findings.ts'
import { api } from '#protocol/index.ts'
import { startCardPage } from '#tests/api/applicants.ts'
import { giveUsage } from '#tests/api/data-facts.ts'
import { handoverDesk } from '#tests/api/handovers.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasksLike } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { handoverLaws } from './findings.ts'

// A user of a line moves out: the line becomes a contract of their own by the hand-over that there is.

const START = '2026-11-28T10:00:00+09:00'
const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))
const { giver, offer, applicant, runAt } = handoverDesk(harness, 'moving')

test('回線を使う人が自分の契約にすると、番号と自分の使った量だけがついて行き、上限・役割・お願いは終わり、贈ったデータは道にあるまま', async () => {
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
  const { requestId, giftId, code = '' } = await askAndGive(taker.loginId, lineId)
  await runAt('2026-12-01T00:10:00+09:00')
  await runTasksLike(harness, /family (roles|requests) ended|gifts that come back/)

  const own = await taker.again()
  expect((await own(api.familyPlacesGet)).places).toEqual([])
  expect(await rowsOf(harness, 'family_request', ['state'], { request_id: requestId })).toEqual([
    { state: 'closed' },
  ])
  const asked = await (await from.again())(api.familyRequestGet, { query: { only: 'open' } })
  expect(asked.requests).toEqual([])
  // What is on its way left the family's pool; whoever has the code takes it, the person who gave it too.
  expect(await rowsOf(harness, 'gift', ['state'], { gift_id: giftId })).toEqual([{ state: 'open' }])
  await own(api.giftTakePost, { body: { giftCode: code } })
  const { given } = await (await from.again())(api.giftsGet, {})
  expect(given.map((one) => [one.state, one.byUser, one.bytes])).toEqual([
    ['taken', true, 300_000_000],
  ])
  expect(await brokenLaws()).toEqual([])
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

/** On the evening before, as the user of the line: a request that waits, and a gift on its way. */
async function askAndGive(loginId: string, lineId: string) {
  harness.clock.set('2026-11-30T20:00:00+09:00')
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
  const { call } = await harness.signIn(loginId)
  const [place] = (await call(api.familyPlacesGet)).places
  await call(api.familyPlacePut, { body: { roleId: place?.roleId ?? '' } })
  const { requests } = await call(api.lineRequestPost, { body: { lineId, kind: 'data' } })
  const body = { lineId, megabytes: 300, nickname: '蓮' }
  return { requestId: requests[0]?.requestId ?? '', ...(await call(api.giftPost, { body })) }
}

const brokenLaws = () => {
  const now = harness.clock.now()
  const laws = { ...giftLaws, ...familyLaws(now), ...familyRequestLaws(now), ...handoverLaws }
  return findBrokenLaws(harness.database.db, laws)
}

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
