import { describe, expect, test } from 'vitest'
import { usageByMonth } from './queries/usage.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'

const harness = await useHarness('2027-12-30T22:40:00+09:00')
const member = await makeMember(harness, {
  loginId: 'walker',
  planCode: 18,
  course: 'share',
  startedOn: '2027-12-20',
  lines: [{ profile: 'commuter' }, { profile: 'heavy-child' }, { kind: 'data', profile: 'night' }],
})
const contractId = member.contractId
const refs = member.lineIds.map((lineId) => `ref-${lineId}`)

/** Every line and month: what the carrier has handed out is what our days hold. */
async function expectInStep() {
  const { db } = harness.database
  const ours = await usageByMonth(db, contractId, {
    from: tokyoDate('2027-12-01'),
    to: tokyoDate('2028-12-31'),
  })
  let compared = 0
  for (const lineRef of refs)
    for (const month of ['2027-12', '2028-01', '2028-02', '2028-03']) {
      const answer = await harness.services.carrier.usageTotal(lineRef, month)
      if (answer.kind !== 'accepted') throw new Error(answer.kind)
      const { highBytes, lowBytes } = answer.value
      const own = ours.find((one) => `ref-${one.lineId}` === lineRef && one.month === month)
      expect([lineRef, month, own?.highBytes ?? 0, own?.lowBytes ?? 0]).toEqual([
        lineRef,
        month,
        highBytes,
        lowBytes,
      ])
      compared += highBytes + lowBytes
    }
  expect(compared).toBeGreaterThan(0)
  expect(await brokenDataLaws(db)).toEqual([])
  expect(await rowsOf(harness, 'usage_finding', '*')).toEqual([])
}

/** Hour by hour, as the worker does; of its tasks those of the data. */
async function walkTo(to: string) {
  const end = Temporal.Instant.from(to)
  const start = harness.clock.now().round({ smallestUnit: 'hour', roundingMode: 'floor' })
  for (let at = start.add({ hours: 1 }); Temporal.Instant.compare(at, end) <= 0;) {
    harness.clock.set(at.toString())
    await runTasks(harness, 'usage and ledger')
    if (at.toZonedDateTimeISO('Asia/Tokyo').hour === 0)
      await runTasks(harness, 'usage roll-up', 'usage reconciliation')
    at = at.add({ hours: 1 })
  }
  harness.clock.set(to)
}

async function buckets() {
  const rows = await harness.database.db
    .selectFrom('data_bucket')
    .select('bucket_id')
    .where('contract_id', '=', contractId)
    .where('granted_bytes', '>', 0)
    .orderBy('granted_at')
    .orderBy('bucket_id')
    .execute()
  return rows.map((row) => row.bucket_id)
}

describe('時計を進めても、設備・台帳・日ごとの合計は一致する', () => {
  test('1時間', async () => {
    await walkTo('2027-12-30T23:40:00+09:00')
    await expectInStep()
  })

  test('年末をまたいで', async () => {
    harness.clock.set('2027-12-31T18:10:00+09:00')
    await walkTo('2028-01-01T03:00:00+09:00')
    await expectInStep()
    expect(await buckets()).toEqual(expect.arrayContaining(['base/2027-12', 'base/2028-01']))
  }, 120_000)

  test('うるう日の月末をまたいで、ふた月近く動いていなかったあとでも', async () => {
    // Nobody worked from early January to the last day of February: the next run finds it all.
    harness.clock.set('2028-02-29T20:10:00+09:00')
    await walkTo('2028-03-01T03:00:00+09:00')
    await expectInStep()
    expect(await buckets()).toEqual(expect.arrayContaining(['base/2028-02', 'base/2028-03']))
  }, 120_000)
})
