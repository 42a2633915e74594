import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { tries } from '#tests/tries.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { everyPage } from '#portal/mypage/export/every-page.ts'

const harness = await useHarness('2026-11-30T12:00:00+09:00')

let serial = 0
/** A member with 3 GB of November and two lines, on 2 December; nothing has been used yet. */
async function newMember() {
  harness.clock.set('2026-11-30T12:00:00+09:00')
  const member = await makeMember(harness, {
    loginId: `history-${(serial += 1)}`,
    startedOn: '2026-11-01',
    planCode: 13,
    lines: [{}, { kind: 'data' }],
  })
  await charge()
  harness.clock.set('2026-12-02T00:00:00+09:00')
  await charge()
  return { ...member, ...(await harness.signIn(`history-${serial}`)) }
}

async function charge() {
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
}

async function take(records: readonly UsageRecord[]) {
  await harness.database.db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, harness.clock.now())
  await charge()
}

/** Every row, oldest first, read page by page. */
async function historyOf(member: Awaited<ReturnType<typeof newMember>>) {
  const rows = await everyPage((cursor) =>
    member.call(api.highSpeedHistoryGet, { query: { limit: 7, ...(cursor && { cursor }) } }),
  )
  return rows.toReversed()
}

/** The balance beside each row is what the rows up to it add up to, and never below nothing. */
async function expectToAddUp(member: Awaited<ReturnType<typeof newMember>>) {
  const rows = await historyOf(member)
  let balance = 0
  for (const row of rows) {
    balance += row.bytes
    expect(row.balanceBytes).toBe(balance)
    expect(row.balanceBytes).toBeGreaterThanOrEqual(0)
  }
  const residual = await member.call(api.highSpeedResidualGet)
  expect(balance).toBe(residual.totalBytes)
  expect(new Set(rows.map((row) => row.entryId)).size).toBe(rows.length)
}

test('使い切ったとき、利用・残り・付与は同じひとつの勘定で合う', async () => {
  const member = await newMember()
  const [lineId = ''] = member.lineIds
  await take([hourOf(`ref-${lineId}`, '2026-12-01T09', 6036, { lowBytes: 8_000_000 })])
  const residual = await member.call(api.highSpeedResidualGet)
  const usage = await member.call(api.statusUsageGet)
  const group = await member.call(api.statusLineGroupGet)
  const log = await member.call(api.packetLogGet, {
    query: { lineId, from: '2026-12-01', to: '2026-12-01' },
  })
  // 3 GB of December and 3 GB that came over from November; 36 MB of the last hour nobody could pay.
  expect(residual.totalBytes).toBe(0)
  expect([
    residual.usedThisMonthBytes,
    usage.thisMonth.highSpeedBytes,
    group.lines[0]?.usedThisMonthBytes,
    log.totalHighSpeedBytes,
    log.rows[0]?.highSpeedBytes,
  ]).toEqual(Array(5).fill(6_000_000_000))
  expect(usage.thisMonth.lowSpeedBytes).toBe(8_000_000)
})

describe('付与と利用の記録', () => {
  test('データを使い切ったあとに、前の利用の記録が遅れて届いても読める', async () => {
    const member = await newMember()
    const lineRef = `ref-${member.lineIds[0] ?? ''}`
    await take([hourOf(lineRef, '2026-11-30T23', 3500)])
    await take([hourOf(lineRef, '2026-11-30T20', 800)])
    await expectToAddUp(member)
  })

  test('遅れ・訂正・重なりがどの順に届いても、残りは0を下回らず、行の合計に等しい', async () => {
    const arrival = fc.record({
      line: fc.integer({ min: 0, max: 1 }),
      // The last evening of November and the first of December, over the month rollover.
      hour: fc.constantFrom(
        '2026-11-30T21',
        '2026-11-30T22',
        '2026-11-30T23',
        '2026-12-01T00',
        '2026-12-01T20',
      ),
      volume: fc.integer({ min: 0, max: 4000 }),
      revision: fc.integer({ min: 1, max: 4 }),
    })
    const batches = fc.array(fc.array(arrival, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(batches, async (list) => {
        const member = await newMember()
        for (const batch of list) {
          await take(
            batch.map(({ line, hour, volume, revision }) =>
              hourOf(`ref-${member.lineIds[line] ?? ''}`, hour, volume, { revision }),
            ),
          )
          await expectToAddUp(member)
        }
      }),
      { numRuns: tries({ usually: 8, long: 60 }), seed: 11 },
    )
  })
})
