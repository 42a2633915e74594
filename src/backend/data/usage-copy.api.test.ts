import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { createTestDatabase } from '#tests/api/database.ts'
import { copyIn, staging } from './bulk/merge-usage.ts'

let database: DatabaseHandle
let client: pg.PoolClient
beforeAll(async () => {
  database = connectDatabase({ url: await createTestDatabase() })
  client = await database.pool.connect()
})
afterAll(async () => {
  client?.release()
  await database?.close()
})

/** What stands in the staging table once the records were copied, as records again. */
async function copied(records: readonly UsageRecord[]): Promise<unknown[]> {
  await client.query('begin')
  try {
    await client.query(staging)
    await copyIn(client, records)
    const { rows } = await client.query(
      `select line_ref, from_at, to_at, record_id, revision, high_bytes, low_bytes from usage_staging`,
    )
    return rows.map((row) => ({
      recordId: row.record_id,
      lineRef: row.line_ref,
      from: row.from_at.toString(),
      to: row.to_at.toString(),
      highBytes: row.high_bytes,
      lowBytes: row.low_bytes,
      revision: row.revision,
    }))
  } finally {
    await client.query('rollback')
  }
}

const record: UsageRecord = {
  recordId: 'u-1',
  lineRef: 'line-ref-1',
  from: '2026-11-20T08:00:00Z',
  to: '2026-11-20T09:00:00Z',
  highBytes: 300_000_000,
  lowBytes: 7,
  revision: 1,
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((some) => !some.includes('\0'))
const time = fc
  .date({ min: new Date('1999-12-31T23:00:00Z'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()).toString())
const volume = fc.nat(Number.MAX_SAFE_INTEGER)
const records = fc.array(
  fc.record({
    recordId: text,
    lineRef: text,
    from: time,
    to: time,
    highBytes: volume,
    lowBytes: volume,
    revision: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  }),
)

test('回線網が送ったものは、何であれそのまま表に入る', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (sent) => {
      expect(await copied(sent)).toEqual(sent)
    }),
  )
})

test('何千件でも分けて入り、失われも二重にもならない', async () => {
  const sent = Array.from({ length: 2500 }, (_, n) => ({ ...record, recordId: `u-${n}` }))
  expect(await copied(sent)).toEqual(sent)
})

test('どの時差で書いても、マイクロ秒まで同じ時刻になる', async () => {
  const sent = { ...record, from: '2026-11-20T17:00:00.123456+09:00' }
  expect(await copied([sent])).toEqual([{ ...record, from: '2026-11-20T08:00:00.123456Z' }])
})

test.each([
  ['a revision', { revision: 2 ** 31 }],
  ['a volume', { highBytes: 0.5 }],
  ['a time', { from: 'yesterday' }],
])('表に入らない%sは、変えずに断る', async (_, odd) => {
  await expect(copied([record, { ...record, ...odd }])).rejects.toThrow(RangeError)
  expect(await copied([record])).toEqual([record])
})
