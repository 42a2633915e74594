import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { ledgersUnlikeReplay } from '#backend/data/queries/ledger-sample.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { feedOf, hourOf } from '../usage-feed.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '../members.ts'
import { rowsOf } from '../rows.ts'
import { useHarness } from '../use-harness.ts'
import { askUntilReply } from './persistent-client.ts'

// R1, R3 and R7 while the hour is charged by sets (decision 066): members buy meanwhile, and one of two workers keeps dying.

const BEGIN = instant('2026-11-20T10:00:00+09:00')
const MEMBERS = 10
const HOURS = [10, 11, 12, 13]
const A_ROUND = 3
const BYTES = 100_000_000
const harness = await useHarness('2026-11-20T10:00:00+09:00')
const { db, pool } = harness.database

type Member = Awaited<ReturnType<typeof makeMember>>
const members: Member[] = []
let doomed: DatabaseHandle
beforeAll(async () => {
  const url = new URL(harness.services.config.DATABASE_URL)
  url.searchParams.set('application_name', 'doomed')
  doomed = connectDatabase({ url: url.href })
  for (let n = 0; n < MEMBERS; n += 1)
    members.push(await makeMember(harness, { loginId: `hourly-${n}`, startedOn: '2026-11-01' }))
  await lookAtCalendar(harness.services, BEGIN)
  await chargeQueued(harness.services, BEGIN)
})
afterAll(() => doomed.close())

async function takeHour(hour: number): Promise<Instant> {
  const now = BEGIN.add({ hours: hour - 9 })
  harness.clock.set(now.toString())
  await db.deleteFrom('import_cursor').execute()
  const records = members.map(({ lineIds }) =>
    hourOf(`ref-${lineIds[0] ?? ''}`, `2026-11-20T${hour}`, BYTES / 1_000_000),
  )
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, now)
  return now
}

const chargeUntil = (database: DatabaseHandle, now: Instant) =>
  chargeQueued({ ...harness.services, database }, now, { contracts: A_ROUND })

/** As if its answer had been lost once: sent a second time under the same key. A login does not last from hour to hour. */
async function buyTwice(n: number, hour: number) {
  const { call } = await harness.signIn(`hourly-${n}`)
  const buy = () =>
    call(api.highSpeedCouponPost, {
      body: { packId: '100mb', priceYen: 220 },
      idempotencyKey: `hour-${hour}`,
    })
  expect(await askUntilReply(buy)).toEqual(await askUntilReply(buy))
}

test('二つの働き手が引き落とし、一つが何度も落ち、会員が買っても、利用も購入も一度ずつ残る', async () => {
  let ended = 0
  for (const hour of HOURS) {
    const now = await takeHour(hour)
    const over = new AbortController()
    const killing = (async () => {
      while (!over.signal.aborted) {
        await pause(20)
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'doomed' and state <> 'idle'`,
        )
        ended += rowCount ?? 0
      }
    })()
    await Promise.all([
      chargeUntil(harness.database, now),
      chargeUntil(doomed, now).catch(() => 0),
      ...Array.from({ length: MEMBERS / 2 }, (_, n) => buyTwice(n, hour)),
    ])
    over.abort()
    await killing
    await chargeUntil(harness.database, now)
  }
  expect(ended).toBeGreaterThan(0)

  const uses = await rowsOf(harness, 'data_entry', ['contract_id', 'bytes'], { kind: 'use' })
  const usedBy = Map.groupBy(uses, (one) => one.contract_id)
  const bought = await rowsOf(harness, 'booked_charge', ['contract_id'], {})
  for (const [n, { contractId }] of members.entries()) {
    const used = (usedBy.get(contractId) ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(used).toBe(-BYTES * HOURS.length)
    const packs = bought.filter(({ contract_id: of }) => of === contractId)
    expect(packs).toHaveLength(n < MEMBERS / 2 ? HOURS.length : 0)
    expect(await findBrokenAudit(db, contractId)).toBeUndefined()
  }
  expect(await brokenDataLaws(db)).toEqual([])
  expect(await ledgersUnlikeReplay(db, harness.clock.now())).toEqual([])
})
