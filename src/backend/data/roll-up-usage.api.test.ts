import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { monthPartitions } from '#backend/db/month-partitions.ts'
import { api } from '#protocol/index.ts'
import { megabytes } from '#domain/bytes.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { createUse } from '#tests/api/used-for-months.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { giveData } from './commands/give-data.ts'
import { ledgersUnlikeReplay } from './queries/ledger-sample.ts'
import { rollUpUsage } from './commands/roll-up-usage.ts'

const NOW = '2026-12-20T10:00:00+09:00'
const harness = await useHarness(NOW)
const { database } = harness
const { db } = database

const { take, charge, makeUser } = createUse(harness)
const HOURLY_FROM = instant('2025-11-01T00:00:00+09:00')

/** One who never uses anything, and one who left before the months that are shown. */
const idle = { loginId: 'idle', startedOn: '2025-08-01' }
await makeMember(harness, idle)
const leaver = await makeMember(harness, { ...idle, loginId: 'leaver' })
await setRows(
  harness,
  'contract',
  { status: 'cancel_reserved', ends_on: tokyoDate('2025-10-10') },
  { contract_id: leaver.contractId },
)
const { member, lineId, lineRef } = await makeUser({ from: '2025-08', months: 17 })
await db.transaction().execute((tx) =>
  giveData(
    tx,
    harness.services,
    member.contractId,
    {
      bucketId: 'topup/long-ago',
      kind: 'topup_no_carry',
      grantedAt: instant('2025-08-05T10:00:00+09:00'),
      expiresAt: instant('2025-09-01T00:00:00+09:00'),
      rollover: undefined,
      grantedBytes: megabytes(100),
    },
    instant(NOW),
  ),
)

/** What a member reads of the thirteen months that are shown, and of the ledger from its beginning. */
async function seen() {
  const period = { from: '2025-12-01', to: '2026-12-20' }
  const history = await member.call(api.highSpeedHistoryGet, { query: { limit: 200 } })
  return {
    usage: await member.call(api.statusUsageGet),
    residual: await member.call(api.highSpeedResidualGet),
    records: await member.call(api.packetLogGet, { query: { lineId, ...period, limit: 1000 } }),
    history: history.rows.filter((row) => row.at >= '2025-11-01'),
  }
}

type Named = { contract_id: string; bucket_id: string; source: string; number: number }
const nameOf = (entry: Named) =>
  `${entry.contract_id} ${entry.source}@${entry.bucket_id}#${entry.number}`
const entriesByName = async () =>
  (await rowsOf(harness, 'data_entry', '*')).toSorted((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en'),
  )

test('13か月より前の記録を日ごとにまとめても、会員の見るものは何も変わらず、約束も破れない', async () => {
  const before = await seen()
  const all = await entriesByName()
  const entries = all.filter(
    (entry) => entry.ends_at.epochMilliseconds >= HOURLY_FROM.epochMilliseconds,
  )
  expect(entries.length).toBeLessThan(all.length)
  const [bought] = await rowsOf(harness, 'data_bucket', '*', { bucket_id: 'topup/long-ago' })
  const days = await rowsOf(harness, 'usage_by_day', '*', {}, 'day')
  // Openings are a cache: where there is none at the end of what goes, one is made.
  await sql`delete from data_opening where
    contract_id = ${member.contractId} and at <= '2025-11-01T00:00:00+09:00'
    or contract_id = ${leaver.contractId} and at > '2025-10-01T00:00:00+09:00'`.execute(db)
  await rollUpUsage(harness.services, instant(NOW))
  await rollUpUsage(harness.services, instant(NOW))
  const partitions = await monthPartitions(db, 'usage_record')
  expect(partitions.toSorted()[0]).toBe('2025-11')
  expect(await rowsOf(harness, 'usage_record', ['from_at'])).toHaveLength(2 * 14)
  expect(await seen()).toEqual(before)
  expect(await entriesByName()).toEqual(entries)
  expect(await rowsOf(harness, 'usage_by_day', '*', {}, 'day')).toEqual(days)
  const of = { contract_id: member.contractId }
  const buckets = await rowsOf(harness, 'data_bucket', ['bucket_id'], of, 'expires_at')
  expect(new Set(buckets.slice(0, 3).map((one) => one.bucket_id))).toEqual(
    new Set(['topup/long-ago', 'base/2025-09', 'carry/2025-10']),
  )
  expect(await rowsOf(harness, 'data_bucket', '*', { bucket_id: 'topup/long-ago' })).toEqual([
    bought,
  ])
  const [oldest] = await rowsOf(harness, 'data_opening', ['at'], {}, 'at')
  expect(oldest?.at.toString()).toBe('2025-10-31T15:00:00Z')
  expect(await brokenDataLaws(db)).toEqual([])
  expect(await ledgersUnlikeReplay(db, instant(NOW))).toEqual([])
})

test('まとめたあとも、残してある月の遅れた記録は引き落とされ、まとめた月の記録は別に置かれて何も変えない', async () => {
  const at = instant('2026-12-20T11:00:00+09:00')
  const entriesOf = async () => (await rowsOf(harness, 'data_entry', ['position'])).length
  const before = await entriesOf()
  await take(lineRef, [['2025-10-11T09', 50]], at)
  await charge(at)
  expect(await entriesOf()).toBe(before)
  expect(await rowsOf(harness, 'usage_late', ['high_bytes'])).toEqual([{ high_bytes: 50_000_000 }])
  expect(await monthPartitions(db, 'usage_record')).not.toContain('2025-10')

  await take(lineRef, [['2025-11-11T09', 50]], at)
  await charge(at)
  expect(await entriesOf()).toBeGreaterThan(before)
  expect(await brokenDataLaws(db)).toEqual([])
  expect(await ledgersUnlikeReplay(db, at)).toEqual([])
})

test('日ごとの合計が記録と違う月は、消さずに残す', async () => {
  const later = instant('2027-01-20T10:00:00+09:00')
  const wrong = (by: number) =>
    sql`update usage_day set high_bytes = high_bytes + ${by} where day = '2025-11-10'`.execute(db)
  await wrong(1)
  await rollUpUsage(harness.services, later)
  expect(await monthPartitions(db, 'usage_record')).toContain('2025-11')
  await wrong(-1)
  await rollUpUsage(harness.services, later)
  expect(await monthPartitions(db, 'usage_record')).not.toContain('2025-11')
  expect(await brokenDataLaws(db)).toEqual([])
})
