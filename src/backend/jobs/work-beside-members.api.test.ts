import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { until } from '#tests/api/faults/until.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { isAnsweringOthers, nameAsWork } from './work-beside-members.ts'

const harness = await useHarness()
const { db } = harness.database
const isAnswering = () => db.transaction().execute(isAnsweringOthers)
// Ours give a silent question up after three seconds, and all their sessions with it.
const patient = connectDatabase({
  url: harness.services.config.DATABASE_URL,
  queryTimeoutMs: 120_000,
})
afterAll(patient.close)

/** A session in the middle of a statement until the test is over: it sleeps, or waits for a lock. */
async function busy(statement: string, first: (tx: Db) => Promise<void> = async () => undefined) {
  const begun = Promise.withResolvers<string>()
  const ended = patient.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: string }>`select pg_backend_pid() as pid`.execute(tx)
    await first(tx)
    begun.resolve(rows[0]?.pid ?? '')
    return sql.raw(statement).execute(tx)
  })
  const over = ended.catch(() => undefined)
  const pid = await begun.promise
  onTestFinished(async () => {
    await sql`select pg_cancel_backend(${pid}::integer)`.execute(db)
    await over
  })
  await until(`${statement} runs`, async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where pid = ${pid}::integer and state = 'active' and query = ${statement}
        and wait_event_type in ('Lock', 'Timeout')`.execute(db)
    return rows.length > 0
  })
}

test('応えている最中の会員が見える', async () => {
  expect(await isAnswering()).toBe(false)
  await busy('select pg_sleep(601)')
  expect(await isAnswering()).toBe(true)
})

test('同じ仕事のほかの働き手は、会員ではない', async () => {
  await busy('select pg_sleep(602)', nameAsWork)
  expect(await isAnswering()).toBe(false)
})

test('鍵を待っている人は、応えている最中ではない', async () => {
  const lock = 'select pg_advisory_xact_lock(74101)'
  await db.transaction().execute(async (tx) => {
    await sql.raw(lock).execute(tx)
    await busy(lock)
    expect(await isAnswering()).toBe(false)
  })
})
