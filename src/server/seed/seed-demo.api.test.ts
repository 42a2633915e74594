import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPool } from '#backend/data/ledger/pool-service.ts'
import { startHarness, type Harness } from '../../../tests/api/harness.ts'
import { seedDemo } from './seed-demo.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness('2026-11-20T10:00:00+09:00')
})
afterAll(() => harness?.stop())

describe('デモの会員', () => {
  test('みな13か月分の暮らしがある', async () => {
    await seedDemo(harness.services, (line) => console.info(line))
    const { rows } =
      await sql`select c.contract_id, count(*), sum(high_bytes)/1e9, sum(low_bytes)/1e9, sum(uncovered_bytes)/1e9 as unc from contract c join usage_record using(contract_id) group by 1`.execute(
        harness.database.db,
      )
    console.info(rows)
    const cs = await harness.database.db.selectFrom('contract').selectAll().execute()
    for (const c of cs) {
      const p = await readPool(harness.database.db, c.contract_id, harness.clock.now())
      console.info(
        c.plan_code,
        c.status,
        p.totalBytes / 1e9,
        p.buckets.map((b) => [b.bucketId, b.remainingBytes / 1e9]),
      )
    }
    expect(cs.length).toBe(5)
  })
})
