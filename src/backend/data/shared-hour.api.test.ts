import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { createAccountQueue } from '#backend/account-queue.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { idempotencyKeyHeader, idempotentReplayedHeader } from '#protocol/http.ts'
import { until } from '#tests/api/faults/until.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { importUsage } from './commands/import-usage.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { lookAtCalendar } from './commands/look-at-calendar.ts'
import { chargeQueued } from './commands/charge-queued.ts'

const BEGIN = instant('2026-11-20T10:00:00+09:00')
const endOf = (hour: number) => BEGIN.add({ hours: hour - 9 })
const CONTRACTS = 24
/** Many rounds, so that the workers and the member meet. */
const A_ROUND = 2
const CHANGES = 100
const WORKER = 'doomed-worker'
const CHARGED = { base: 3_000_000_000, hour: 10_000_000, pack: 100_000_000 }

let harness: Harness
/** A worker with connections of its own, which are ended while it works. */
let doomed: DatabaseHandle
const members: Awaited<ReturnType<typeof makeMember>>[] = []
beforeAll(async () => {
  // Nobody gives up in line because the machine is busy.
  harness = await startHarness('2026-11-20T10:00:00+09:00', undefined, {
    accountQueue: createAccountQueue(240_000),
  })
  const url = new URL(harness.services.config.DATABASE_URL)
  url.searchParams.set('application_name', WORKER)
  doomed = connectDatabase({ url: url.href, connectionTimeoutMs: 60_000, queryTimeoutMs: 60_000 })
  for (let n = 0; n < CONTRACTS; n += 1)
    members.push(await makeMember(harness, { loginId: `shared-${n}`, startedOn: '2026-11-01' }))
  await lookAtCalendar(harness.services, BEGIN)
  await chargeQueued(harness.services, BEGIN)
})
afterAll(async () => {
  await doomed?.close()
  await harness?.stop()
})

const chargeUntil = (database: DatabaseHandle, now: Instant) =>
  chargeQueued({ ...harness.services, database }, now, { contracts: A_ROUND })

async function takeHour(hour: number) {
  const { database, services } = harness
  await database.db.deleteFrom('import_cursor').execute()
  const records = members.map(({ lineIds }) =>
    hourOf(`ref-${lineIds[0] ?? ''}`, `2026-11-20T${hour}`, CHARGED.hour / 1_000_000),
  )
  await importUsage({ ...services, carrier: feedOf(services.carrier, records) }, endOf(hour))
}

async function endSessionsOfDoomed(): Promise<number> {
  const { rows } = await harness.database.pool.query(
    `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1)`,
    [WORKER],
  )
  return Number(rows[0]?.ended)
}

/** A pack bought by one press of the button; whether the answer was one given before. */
async function buy({ request }: (typeof members)[number], key: string): Promise<boolean> {
  const answer = await request('/api/high_speed/coupon/', {
    method: 'POST',
    body: JSON.stringify({ packId: '100mb', priceYen: 220 }),
    headers: { [idempotencyKeyHeader]: key },
  })
  expect(answer.status).toBe(200)
  return answer.headers.get(idempotentReplayedHeader) === 'true'
}

const leftOf = async (contractId: string) => {
  const buckets = await rowsOf(harness, 'data_bucket', ['remaining_bytes'], {
    contract_id: contractId,
  })
  return buckets.reduce((sum, one) => sum + one.remaining_bytes, 0)
}

test('二つの働き手が時間を分け合い、片方が落ち、同じ契約が100回変わっても、どれも一度だけ残る', async () => {
  const [buyer] = members
  if (buyer === undefined) throw new Error('a member')
  const keys = Array.from({ length: CHANGES }, (_, n) => `pack-${n}`)
  const bought = Promise.all([...keys, ...keys].map((key) => buy(buyer, key)))
  for (const hour of [10, 11, 12]) {
    await takeHour(hour)
    const fallen = chargeUntil(doomed, endOf(hour)).catch((error: unknown) => error)
    const survivor = chargeUntil(harness.database, endOf(hour))
    await until('the worker has lost its sessions', async () => (await endSessionsOfDoomed()) > 0)
    await Promise.all([fallen, survivor])
  }
  const replays = (await bought).filter(Boolean)
  expect(replays).toHaveLength(CHANGES)
  expect(await chargeQueued(harness.services, endOf(12))).toBe(0)

  const { db } = harness.database
  const of = { contract_id: buyer.contractId }
  expect(await rowsOf(harness, 'booked_charge', ['contract_id'], of)).toHaveLength(CHANGES)
  const uses = await rowsOf(harness, 'data_entry', ['contract_id', 'bytes'], { kind: 'use' })
  const usesOf = Map.groupBy(uses, (one) => one.contract_id)
  for (const { contractId } of members) {
    const entries = usesOf.get(contractId) ?? []
    expect(entries.map(({ bytes }) => bytes)).toEqual([1, 2, 3].map(() => -CHARGED.hour))
    const given = CHARGED.base + (contractId === buyer.contractId ? CHANGES * CHARGED.pack : 0)
    expect(await leftOf(contractId)).toBe(given - 3 * CHARGED.hour)
  }
  expect(await brokenDataLaws(db)).toEqual([])
  expect(await findBrokenAudit(db, buyer.contractId)).toBeUndefined()
})
