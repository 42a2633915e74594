import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#backend/data/invariants.ts'
import { settleDue } from '#backend/data/ledger/settle-due.ts'
import { api } from '#protocol/index.ts'
import { embeddedPostgresFolder } from '#server/embedded-postgres-home.ts'
import { readPostmaster } from '#server/embedded-postgres-process.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { askUntilAnswered, browserOf } from './persistent-client.ts'
import { setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { until } from './until.ts'

/** quality R4 */
const ANSWERS_WITHIN_MS = 5000
const KILLS = 3
const CLIENTS = 6

const folder = join(mkdtempSync(join(tmpdir(), 'killed-database-')), 'database')
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
}, 120_000)
afterAll(async () => {
  process.env['TEST_DATABASE_URL'] = shared
  await portal?.kill()
  await harness?.stop()
  await cluster?.stop('immediate')
  await removeEmbeddedPostgres(folder, log)
})

/** As a power cut of the database's machine: nothing is written out first. */
function killDatabase() {
  const postmaster = readPostmaster(join(embeddedPostgresFolder(folder), 'data'))
  if (!postmaster) throw new Error('the database does not run')
  process.kill(postmaster.pid, 'SIGKILL')
}

describe('R4：データベースが何度落ちても', () => {
  test('受け付けたと答えた購入はすべて残り、立て直さなくても5秒以内にまた答える', async () => {
    const members = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        makeMember(harness, { loginId: `db${n}`, startedOn: '2026-11-20' }),
      ),
    )
    const over = new AbortController()
    const acknowledged: string[] = []
    const clients = members.map(async (member, client) => {
      const { call } = browserOf(member, () => portal.url)
      for (let n = 0; !over.signal.aborted; n += 1) {
        const told = await askUntilAnswered(() =>
          call(api.highSpeedCouponPost, {
            body: { packId: '100mb', priceYen: 220 },
            idempotencyKey: `${client}-${n}`,
          }),
        )
        if (!('answer' in told)) throw new Error(told.refusedAs)
        acknowledged.push(told.answer.receipt.orderNo)
      }
    })
    const waits: number[] = []
    for (let kills = 0; kills < KILLS; kills += 1) {
      await untilMore(acknowledged, 3)
      killDatabase()
      const from = performance.now()
      // More than were under way: somebody has begun after the fall and was answered.
      await untilMore(acknowledged, CLIENTS + 1)
      waits.push(performance.now() - from)
    }
    over.abort()
    await Promise.all(clients)

    for (const wait of waits) expect(wait).toBeLessThan(ANSWERS_WITHIN_MS)
    expect(portal.runs()).toBe(true)
    const { rows } = await harness.database.pool.query(
      `select replace(source_ref, 'topup/', '') as order_no from booked_charge order by 1`,
    )
    expect(rows.map((row) => row.order_no)).toEqual(acknowledged.toSorted())
    await settleDue(harness.services, harness.clock.now())
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    for (const { contractId } of members)
      expect(await findBrokenAudit(harness.database.db, contractId)).toBeUndefined()
  }, 90_000)
})

async function untilMore(list: readonly unknown[], more: number) {
  const enough = list.length + more
  await until('more purchases are acknowledged', () => list.length >= enough)
}
