import { afterEach, describe, expect, test } from 'vitest'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { readPool } from './queries/pool.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { usageByDay, usageByHour } from './queries/usage.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
afterEach(async () => {
  expect(await brokenDataLaws(harness.database.db)).toEqual([])
})

let serial = 0
/** A member with 3 GB of November, and the name of the line at the carrier. */
async function newMember() {
  const member = await makeMember(harness, {
    loginId: `import-${(serial += 1)}`,
    startedOn: '2026-11-01',
    planCode: 13,
  })
  await lookAtCalendar(harness.services, harness.clock.now())
  await chargeQueued(harness.services, harness.clock.now())
  const lineId = member.lineIds[0] ?? ''
  return { ...member, lineId, lineRef: `ref-${lineId}` }
}

/** Imports a feed from its beginning, as a run of the task does. */
async function take(records: readonly UsageRecord[], batch?: number) {
  const { database, services, clock } = harness
  await database.db.deleteFrom('import_cursor').execute()
  const carrier = feedOf(services.carrier, records, batch)
  const result = await importUsage({ ...services, carrier }, clock.now())
  await chargeQueued(services, clock.now())
  return result
}

async function leftMegabytes(contractId: string) {
  const pool = await readPool(harness.database.db, contractId, harness.clock.now())
  return pool.totalBytes / 1_000_000
}

describe('利用の取り込み', () => {
  test('使った分だけ残量が減り、日ごと・時間ごとに見える', async () => {
    const member = await newMember()
    await take([
      hourOf(member.lineRef, '2026-11-20T08', 300, { lowBytes: 7 }),
      hourOf(member.lineRef, '2026-11-20T09', 200),
    ])
    expect(await leftMegabytes(member.contractId)).toBe(2500)
    const { db } = harness.database
    const day = { from: tokyoDate('2026-11-20'), to: tokyoDate('2026-11-20') }
    expect(await usageByDay(db, member.contractId, day)).toMatchObject([
      { day: '2026-11-20', highBytes: 500_000_000, lowBytes: 7 },
    ])
    const hours = await usageByHour(db, member.contractId, member.lineId, { ...day, limit: 10 })
    expect(hours.map((hour) => hour.highBytes)).toEqual([200_000_000, 300_000_000])
  })

  test('同じ記録が何度届いても、一度しか数えない', async () => {
    const member = await newMember()
    const record = hourOf(member.lineRef, '2026-11-20T08', 300)
    await take([record, record])
    expect(await take([record])).toMatchObject({ received: 1, changed: 0 })
    expect(await leftMegabytes(member.contractId)).toBe(2700)
  })

  test('訂正は差し引きになり、訂正が先に届いても結果は同じ', async () => {
    const [one, other] = [await newMember(), await newMember()]
    const corrected = { revision: 2, highBytes: 100_000_000 }
    await take([hourOf(one.lineRef, '2026-11-20T08', 300)])
    await take([hourOf(one.lineRef, '2026-11-20T08', 300, corrected)])
    await take([
      hourOf(other.lineRef, '2026-11-20T08', 300, corrected),
      hourOf(other.lineRef, '2026-11-20T08', 300),
    ])
    expect(await leftMegabytes(one.contractId)).toBe(2900)
    expect(await leftMegabytes(other.contractId)).toBe(2900)
    const entries = await harness.database.db
      .selectFrom('data_entry')
      .select(['kind', 'bytes', 'source', 'bucket_id', 'number'])
      .where('contract_id', '=', one.contractId)
      .where('source', 'like', 'usage/%')
      .orderBy('position')
      .execute()
    const of = { source: `usage/u-${one.lineRef}-2026-11-20T08`, bucket_id: 'base/2026-11' }
    expect(entries).toEqual([
      { kind: 'use', bytes: -300_000_000, ...of, number: 1 },
      { kind: 'adjust', bytes: 200_000_000, ...of, number: 2 },
    ])
  })

  test('順不同で小分けに届いても、順に届いたのと同じ', async () => {
    const hours = Array.from({ length: 40 }, (_, n) => {
      const day = 10 + Math.floor(n / 8)
      return [`2026-11-${day}T${String(8 + (n % 8)).padStart(2, '0')}`, 60 + n] as const
    })
    const [inOrder, shuffled] = [await newMember(), await newMember()]
    await take(hours.map(([from, amount]) => hourOf(inOrder.lineRef, from, amount)))
    const mixed = hours.map((_, n) => hours[(n * 17) % hours.length] ?? hours[0])
    for (const part of [mixed.slice(0, 13), mixed.slice(5, 30), mixed.slice(28)])
      await take(
        part.flatMap((one) => (one ? [hourOf(shuffled.lineRef, one[0], one[1])] : [])),
        4,
      )
    const uncovered = async ({ contractId }: { contractId: string }) =>
      rowsOf(
        harness,
        'usage_record',
        ['from_at', 'high_bytes', 'uncovered_bytes'],
        { contract_id: contractId },
        'from_at',
      )
    expect(await uncovered(shuffled)).toEqual(await uncovered(inOrder))
    expect(await leftMegabytes(shuffled.contractId)).toBe(0)
  })

  test('使い切った先は「数えられなかった量」に記録され、残量は負にならない', async () => {
    const member = await newMember()
    await take([
      hourOf(member.lineRef, '2026-11-20T08', 2900),
      hourOf(member.lineRef, '2026-11-20T09', 400),
    ])
    expect(await leftMegabytes(member.contractId)).toBe(0)
    const rows = await usageByHour(harness.database.db, member.contractId, member.lineId, {
      from: tokyoDate('2026-11-20'),
      to: tokyoDate('2026-11-20'),
      limit: 10,
    })
    expect(rows.map((row) => row.highBytes - row.usedBytes)).toEqual([300_000_000, 0])
  })

  test('5つの取り込みが同時に走っても、1つと同じ', async () => {
    const member = await newMember()
    const { database, services, clock } = harness
    const records = Array.from({ length: 24 }, (_, hour) =>
      hourOf(member.lineRef, `2026-11-19T${String(hour).padStart(2, '0')}`, 10),
    )
    await database.db.deleteFrom('import_cursor').execute()
    const carrier = feedOf(services.carrier, records, 5)
    const run = () => importUsage({ ...services, carrier }, clock.now())
    const results = await Promise.all([run(), run(), run(), run(), run()])
    await Promise.all([chargeQueued(services, clock.now()), chargeQueued(services, clock.now())])
    expect(results.reduce((sum, one) => sum + one.changed, 0)).toBe(24)
    expect(await leftMegabytes(member.contractId)).toBe(2760)
  })

  test('途中で倒れても、続きから取り込まれ、何も失われず二重にもならない', async () => {
    const member = await newMember()
    const { database, services, clock } = harness
    await database.db.deleteFrom('import_cursor').execute()
    const good = [
      hourOf(member.lineRef, '2026-11-18T08', 100),
      hourOf(member.lineRef, '2026-11-18T09', 100),
    ]
    const torn = hourOf(member.lineRef, '2026-11-18T10', 100, { to: 'no instant' })
    const broken = feedOf(services.carrier, [...good, torn], 2)
    await expect(importUsage({ ...services, carrier: broken }, clock.now())).rejects.toThrow(
      RangeError,
    )
    // The first batch is in, its charge to the ledger still waits; the second left nothing.
    expect(await leftMegabytes(member.contractId)).toBe(3000)
    const mended = feedOf(
      services.carrier,
      [...good, hourOf(member.lineRef, '2026-11-18T10', 100)],
      2,
    )
    expect(await importUsage({ ...services, carrier: mended }, clock.now())).toMatchObject({
      received: 1,
      changed: 1,
    })
    await chargeQueued(services, clock.now())
    expect(await leftMegabytes(member.contractId)).toBe(2700)
  })

  test('まだ知らない回線の記録はとっておき、回線が登録されたときに数える', async () => {
    const member = await newMember()
    await take([hourOf('ref-unknown', '2026-11-20T08', 500)])
    await setRows(harness, 'line', { carrier_ref: 'ref-unknown' }, { line_id: member.lineId })
    await take([hourOf('ref-unknown', '2026-11-20T09', 100)])
    expect(await leftMegabytes(member.contractId)).toBe(2400)
    expect(await rowsOf(harness, 'usage_stray', '*')).toEqual([])
  })

  test('回線の設備が答えないときは何も変えず、次に続ける', async () => {
    const { services, clock } = harness
    const silent = {
      ...services.carrier,
      usage: async () => ({ kind: 'no-answer' as const, cause: 'timeout' }),
    }
    expect(await importUsage({ ...services, carrier: silent }, clock.now())).toEqual({
      complete: false,
      received: 0,
      changed: 0,
    })
  })

  test('記録は月ごとの表に入り、受け皿の表は空のまま', async () => {
    const member = await newMember()
    await take([
      hourOf(member.lineRef, '2026-10-31T23', 10),
      hourOf(member.lineRef, '2026-11-01T00', 20),
    ])
    const { rows } = await harness.database.pool.query(
      `select tableoid::regclass::text as name, high_bytes from usage_record
       where contract_id = $1 order by from_at`,
      [member.contractId],
    )
    expect(rows).toEqual([
      { name: 'usage_record_2026_10', high_bytes: 10_000_000 },
      { name: 'usage_record_2026_11', high_bytes: 20_000_000 },
    ])
    const { rows: left } = await harness.database.pool.query('select 1 from usage_record_default')
    expect(left).toEqual([])
  })
})
