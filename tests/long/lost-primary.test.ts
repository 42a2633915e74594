import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { startFaultProxy } from '../api/faults/fault-proxy.ts'
import { browserOf } from '../api/faults/persistent-client.ts'
import { setProgramClock, startPortal, type Portal } from '../api/faults/portal-process.ts'
import { until } from '../api/faults/until.ts'
import { startHarness, type Harness } from '../api/harness.ts'
import { makeMember } from '../api/members.ts'
import { buyWithoutEnd } from './buying.ts'
import { startTwoServers } from './two-servers.ts'

/** quality R20 */
const ANSWERS_WITHIN_MS = 30_000
const CLIENTS = 6
/** The log's way to the standby is closed for so long before the primary is lost. */
const LAG_MS = 1000

const scratch = mkdtempSync(join(tmpdir(), 'lost-primary-'))
const shared = process.env['TEST_DATABASE_URL']
let servers: Awaited<ReturnType<typeof startTwoServers>>
let address: Awaited<ReturnType<typeof startFaultProxy>>
let harness: Harness
const portals: Portal[] = []
beforeAll(async () => {
  servers = await startTwoServers(scratch)
  address = await startFaultProxy(new URL(servers.primary.url))
  process.env['TEST_DATABASE_URL'] = address.url
  harness = await startHarness()
  await setProgramClock(harness)
  for (const port of [5370, 5371])
    portals.push(await startPortal(harness, { port, parts: ['web', 'worker'] }))
})
afterAll(async () => {
  process.env['TEST_DATABASE_URL'] = shared
  for (const portal of portals) await portal.kill()
  await harness?.stop()
  await address?.close()
  await servers?.close()
  rmSync(scratch, { recursive: true, force: true })
})

type Member = Awaited<ReturnType<typeof makeMember>>

let asked = 0
const portalUrl = () => `http://127.0.0.1:${5370 + ((asked += 1) % 2)}`

describe('R20：主データベースが失われ、写しがあとを継いだとき', () => {
  test('受け付けたと答えた購入はすべて残り、立て直さなくても30秒以内にまた答える', async () => {
    const members = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        makeMember(harness, { loginId: `lost${n}`, startedOn: '2026-11-20' }),
      ),
    )
    await servers.waitForStandby()
    const load = buyWithoutEnd(members, portals, 'lost')
    const failures: unknown[] = []
    const read = async (member: Member) => {
      const { call } = browserOf(member, portalUrl)
      return call(api.highSpeedResidualGet).catch((error: unknown) => failures.push(error))
    }
    const over = new AbortController()
    const reading = members.slice(0, 2).map(async (member) => {
      while (!over.signal.aborted) await read(member).then(() => pause(20))
    })

    await until('there is load', () => load.answers.length >= 3 * CLIENTS)
    servers.between.fallSilent()
    await pause(LAG_MS)
    address.fault({ kind: 'cut' })
    await servers.primary.kill()
    await until('members are told', () => failures.length > 0)
    const before = load.answers.length
    await servers.promote()
    address.fault({ kind: 'none' })
    address.moveTo(new URL(servers.standby.url))
    const from = performance.now()
    await until('purchases are taken again', () => load.answers.length > before, ANSWERS_WITHIN_MS)
    const answerMs = performance.now() - from
    await until('every client goes on', () => load.answers.length > before + 3 * CLIENTS)
    const acknowledged = await load.end()
    over.abort()
    await Promise.all(reading)

    expect(answerMs).toBeLessThan(ANSWERS_WITHIN_MS)
    expect(portals.map((portal) => portal.runs())).toEqual([true, true])
    const { rows } = await harness.database.pool.query(
      `select replace(source_ref, 'topup/', '') as order_no from booked_charge order by 1`,
    )
    expect(rows.map((row) => row.order_no)).toEqual(acknowledged.toSorted())
    for (const failure of failures)
      expect([0, 503]).toContain(failure instanceof ApiError ? failure.httpStatus : failure)
    await chargeQueued(harness.services, harness.clock.now())
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    for (const { contractId } of members)
      expect(await findBrokenAudit(harness.database.db, contractId)).toBeUndefined()
    await until('the workers work again', async () => {
      const left = await harness.database.pool.query(
        `select from pgboss.job where state < 'completed' and not blocked`,
      )
      return left.rowCount === 0
    })
  })
})
