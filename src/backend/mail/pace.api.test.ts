import { expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { waitForPace } from './pace.ts'

const harness = await useHarness()
const { db } = harness.database

const nextAt = async () => {
  const { rows } = await harness.database.pool.query<{ at: number; now: number }>(
    `select extract(epoch from next_at)::float8 as at, extract(epoch from clock_timestamp())::float8 as now
     from send_pace where channel = 'mail'`,
  )
  return rows[0] ?? { at: 0, now: 0 }
}

test('二つの働き手が送っても、送り手の決めた1秒あたりの数を超えない', async () => {
  const other = connectDatabase({ url: harness.services.config.DATABASE_URL })
  const pace = { mail: 100 }
  await waitForPace(db, pace, 'mail')
  const before = await nextAt()
  const began = performance.now()
  const sentAt: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await waitForPace(n % 2 === 0 ? db : other.db, pace, 'mail')
      sentAt.push(performance.now() - began)
    }),
  )
  await other.close()
  const after = await nextAt()
  // Twenty messages take twenty hundredths of a second, and none goes out before its place.
  expect(after.at - before.at).toBeGreaterThanOrEqual(0.2 - 0.000_01)
  expect(Math.max(...sentAt)).toBeGreaterThan(150)
  expect(after.now - after.at).toBeGreaterThan(-0.011)
})

test('送り手が数を決めていなければ、待たず、何も書かない', async () => {
  await waitForPace(db, {}, 'sms')
  const { rows } = await harness.database.pool.query(`select from send_pace where channel = 'sms'`)
  expect(rows).toEqual([])
})
