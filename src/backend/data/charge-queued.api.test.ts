import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { until } from '#tests/api/faults/until.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'

const BEGIN = instant('2026-11-20T10:00:00+09:00')
const CONTRACTS = 12
const A_ROUND = 4
const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { db } = harness.database

/** A worker with connections of its own. */
let other: DatabaseHandle
const refs: string[] = []
beforeAll(async () => {
  other = connectDatabase({ url: harness.services.config.DATABASE_URL })
  for (let n = 0; n < CONTRACTS; n += 1) {
    const made = await makeMember(harness, { loginId: `hour-${n}`, startedOn: '2026-11-01' })
    refs.push(`ref-${made.lineIds[0] ?? ''}`)
  }
  await lookAtCalendar(harness.services, BEGIN)
  await chargeQueued(harness.services, BEGIN)
})
afterAll(() => other.close())

const chargeUntil = (database: DatabaseHandle, now: Instant) =>
  chargeQueued({ ...harness.services, database }, now, { contracts: A_ROUND, atOnce: 1 })

/** The hour from then on comes in for every contract. */
async function takeHour(hour: number) {
  await db.deleteFrom('import_cursor').execute()
  const records = refs.map((ref) => hourOf(ref, `2026-11-20T${hour}`, 100))
  const now = BEGIN.add({ hours: hour - 9 })
  await importUsage(
    { ...harness.services, carrier: feedOf(harness.services.carrier, records) },
    now,
  )
  return now
}

/** Bytes charged by contract, of the hours so far. */
async function chargedOf() {
  const entries = await rowsOf(harness, 'data_entry', ['contract_id', 'bytes'], { kind: 'use' })
  return [...Map.groupBy(entries, (one) => one.contract_id).values()].map((list) =>
    list.map((one) => one.bytes),
  )
}

const everyone = (...bytes: number[]) => Array.from({ length: CONTRACTS }, () => bytes)

test('二つの働き手が同時に走っても、どの契約も一度だけ引き落とされる', async () => {
  const now = await takeHour(10)
  const [one, two] = await Promise.all([
    chargeUntil(harness.database, now),
    chargeUntil(other, now),
  ])
  expect(one + two).toBe(CONTRACTS)
  expect(await chargedOf()).toEqual(everyone(-100_000_000))
  expect(await brokenDataLaws(db)).toEqual([])
})

test('片方が途中で落ちても、もう片方は待たずに進み、残りも一度だけ引き落とす', async () => {
  const now = await takeHour(11)
  const [first] = await rowsOf(harness, 'ledger_due', ['contract_id'], {}, 'contract_id')
  const blocked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // The first of its contracts keeps one worker in the middle of its round.
  const holding = db.transaction().execute(async (tx) => {
    await sql`select from data_bucket where contract_id = ${first?.contract_id ?? ''} for update`.execute(
      tx,
    )
    blocked.resolve()
    await released.promise
  })
  await blocked.promise
  const doomed = chargeUntil(other, now).catch((error: unknown) => error)
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows
  }
  await until('one worker waits in its round', async () => (await waiting()).length === 1)
  const [{ pid } = { pid: 0 }] = await waiting()
  const survivor = chargeUntil(harness.database, now)
  const rest = CONTRACTS - A_ROUND
  const done = async () => (await chargedOf()).filter((list) => list.length === 2).length
  await until('the other has done all that was free', async () => (await done()) === rest)
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  released.resolve()
  await holding
  expect(await doomed).toBeInstanceOf(Error)
  expect(await survivor).toBe(CONTRACTS)
  expect(await chargedOf()).toEqual(everyone(-100_000_000, -100_000_000))
  expect(await brokenDataLaws(db)).toEqual([])
})
