import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { api } from '#protocol/index.ts'
import { embeddedPostgresFolder } from '#demo/embedded-postgres/home.ts'
import { readPostmaster } from '#demo/embedded-postgres/postmaster.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { askUntilReply, browserOf } from './persistent-client.ts'
import { setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { waited } from '#tests/waited.ts'
import { until } from './until.ts'
import { longTest } from '#tests/tries.ts'

/** quality R4 */
const ANSWERS_WITHIN_MS = 5000
const KILLS = 3
const CLIENTS = 6

const scratch = mkdtempSync(join(tmpdir(), 'killed-database-'))
const folder = join(scratch, 'database')
const log = () => undefined
let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let harness: Harness
let portal: Portal
const shared = process.env['TEST_DATABASE_URL']
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({ folder, log })
  // A cluster of our own: the others' tests must not see it die.
  process.env['TEST_DATABASE_URL'] = cluster.url
  harness = await startHarness()
  await setProgramClock(harness)
  portal = await startPortal(harness, { port: 5360, parts: ['web', 'worker'] })
})
afterAll(async () => {
  process.env['TEST_DATABASE_URL'] = shared
  await portal?.kill()
  await harness?.stop()
  await cluster?.stop('immediate')
  await removeEmbeddedPostgres(folder, log)
  rmSync(scratch, { recursive: true, force: true })
})

const postmaster = () => readPostmaster(join(embeddedPostgresFolder(folder), 'data'))

/** As a power cut of the database's machine: nothing is written out first. */
function killDatabase() {
  const { pid } = postmaster() ?? {}
  if (!pid) throw new Error('the database does not run')
  process.kill(pid, 'SIGKILL')
}

/** How long PostgreSQL's own recovery takes is the disk's affair; the portal's begins when it is over. */
async function acceptsConnections() {
  const client = new pg.Client({ connectionString: cluster.url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  const accepted = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  return accepted
}

describe('R4：データベースが何度落ちても', () => {
  longTest('受け付けたと答えた購入はすべて残り、立て直さなくても5秒以内にまた答える', async () => {
    const members = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        makeMember(harness, { loginId: `db${n}`, startedOn: '2026-11-20' }),
      ),
    )
    const over = new AbortController()
    const acknowledged: string[] = []
    let failures = 0
    const buy = async (member: (typeof members)[number], idempotencyKey: string) => {
      const { call } = browserOf(member, () => portal.url)
      const reply = await askUntilReply(() =>
        call(api.highSpeedCouponPost, {
          body: { packId: '100mb', priceYen: 220 },
          idempotencyKey,
        }).catch((error: unknown) => {
          failures += 1
          throw error
        }),
      )
      if (!('answer' in reply)) throw new Error(reply.refusedAs)
      acknowledged.push(reply.answer.receipt.orderNo)
    }
    const [probe, ...others] = members
    if (!probe) throw new Error('there is no member')
    const clients = others.map(async (member, client) => {
      for (let n = 0; !over.signal.aborted; n += 1) await buy(member, `${client}-${n}`)
    })
    // What was written to set the test up need not be written again at each recovery.
    await checkpoint()
    const waits: number[] = []
    for (let kills = 0; kills < KILLS; kills += 1) {
      // Not in the middle of its recovery: its supervisor must have seen it run.
      await until('the database runs', () => postmaster()?.status === 'ready')
      await untilMore(acknowledged, 2 * CLIENTS)
      const failedBefore = failures
      killDatabase()
      await until('the fall is noticed', () => failures > failedBefore)
      await until('the database has recovered', acceptsConnections)
      const { ms } = await waited(buy(probe, `probe-${kills}`), [portal.pid])
      waits.push(ms)
    }
    over.abort()
    await Promise.all(clients)

    for (const wait of waits) expect(wait).toBeLessThan(ANSWERS_WITHIN_MS)
    expect(portal.runs()).toBe(true)
    const { rows } = await harness.database.pool.query(
      `select replace(source_ref, 'topup/', '') as order_no from booked_charge order by 1`,
    )
    expect(rows.map((row) => row.order_no)).toEqual(acknowledged.toSorted())
    // Its worker may have just brought in an hour that is not charged yet.
    await portal.kill()
    await chargeQueued(harness.services, harness.clock.now())
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    for (const { contractId } of members)
      expect(await findBrokenAudit(harness.database.db, contractId)).toBeUndefined()
  })
})

async function checkpoint() {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}

async function untilMore(list: readonly unknown[], more: number) {
  const enough = list.length + more
  await until('more purchases are acknowledged', () => list.length >= enough)
}
