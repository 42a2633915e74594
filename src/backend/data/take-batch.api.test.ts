import { afterEach, expect, test } from 'vitest'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { until } from '#tests/api/faults/until.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from './commands/charge-queued.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { db, pool } = harness.database
afterEach(async () => {
  await chargeQueued(harness.services, harness.clock.now())
  expect(await brokenDataLaws(db)).toEqual([])
})

async function newLine(loginId: string) {
  const { contractId, lineIds } = await makeMember(harness, { loginId, startedOn: '2026-11-01' })
  return { contractId, lineRef: `ref-${lineIds[0] ?? ''}` }
}

/** Each record is a batch of its own. */
async function take(records: readonly UsageRecord[]) {
  const carrier = feedOf(harness.services.carrier, records, 1)
  return importUsage({ ...harness.services, carrier }, harness.clock.now())
}

const beginFeed = async () =>
  pool.query(`insert into import_cursor (source, cursor, imported_at) values ('usage', '', now())
    on conflict (source) do update set cursor = ''`)

const cursor = async () => rowsOf(harness, 'import_cursor', ['cursor'], { source: 'usage' })

const stored = async (contract_id: string) =>
  rowsOf(harness, 'usage_record', ['from_at', 'revision', 'high_bytes'], { contract_id }, 'from_at')

const isWaiting = async (sessions: number) => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length === sessions
}

test('先の組が倒れると、同時に書いていた次の組も残らず、次の取り込みがどちらも数える', async () => {
  const { contractId, lineRef } = await newLine('ahead-falls')
  await beginFeed()
  const hours = ['08', '09'].map((hour) => hourOf(lineRef, `2026-11-19T${hour}`, 10))
  const [torn, next] = hours.map((record, n) => (n === 0 ? { ...record, to: 'torn' } : record))
  if (torn === undefined || next === undefined) throw new Error('two records')
  await expect(take([torn, next])).rejects.toThrow(RangeError)
  expect(await stored(contractId)).toEqual([])
  expect(await cursor()).toEqual([{ cursor: '' }])
  expect(await take(hours)).toEqual({ complete: true, received: 2, changed: 2 })
  expect(await stored(contractId)).toHaveLength(2)
})

test('二つの組に同じ記録があって互いを待っても、正しい版が一度だけ残る', async () => {
  const { contractId, lineRef } = await newLine('wait-for-each-other')
  await beginFeed()
  const first = hourOf(lineRef, '2026-11-19T08', 10)
  const corrected = { ...first, revision: 2, highBytes: 7_000_000 }
  const client = await pool.connect()
  // The corrected one has to wait for its turn until the first, of the batch behind, is written.
  await client.query(`begin; select from import_cursor where source = 'usage' for update`)
  const taken = take([corrected, first])
  try {
    await until('both batches wait', async () => isWaiting(2))
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await taken).toEqual({ complete: true, received: 2, changed: 1 })
  expect(await stored(contractId)).toMatchObject([{ revision: 2, high_bytes: 7_000_000 }])
  expect(await cursor()).toEqual([{ cursor: '2' }])
})
