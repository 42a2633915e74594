import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { setProgramClock, startPortal, type Portal } from '../api/faults/portal-process.ts'
import { until } from '../api/faults/until.ts'
import { startHarness, type Harness } from '../api/harness.ts'
import { makeMember } from '../api/members.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { buyWithoutEnd } from './buying.ts'
import { startCluster, type Cluster } from './patroni/cluster.ts'
import { whyNoPatroni } from './patroni/packages.ts'

const CLIENTS = 4
const FROZEN_MS = 40_000
/** Some faults show in one freeze of several: `FREEZES=10 npm run test:long -- long`. */
const FREEZES = Number(process.env['FREEZES'] ?? 1)
/** Patroni waits 20 s for a silent leader (ttl), and HAProxy 3 to see the next; the rest is for a busy machine. */
const ANSWERS_WITHIN_S = 60

/** Without `failsafe_mode` the primary steps down, and 25 s pass until it leads again. */
const GOES_ON_WITHIN_S = 10

/** @returns what mends it afterwards, if anything does. */
type Fault = () => Promise<void | (() => void)>

async function standStill(of: { freeze: () => void; thaw: () => void }) {
  of.freeze()
  await pause(FROZEN_MS)
  of.thaw()
}

const why = whyNoPatroni()
if (why !== undefined) process.stderr.write(`${why}\n`)

describe.skipIf(why !== undefined)(
  'Patroni の主データベースが代わっても、受け付けた購入は残り、二度は行われない',
  () => {
    const scratch = mkdtempSync(join(tmpdir(), 'patroni-'))
    const shared = process.env['TEST_DATABASE_URL']
    let cluster: Cluster
    let harness: Harness
    let members: Awaited<ReturnType<typeof makeMember>>[]
    const portals: Portal[] = []
    const acknowledged: string[] = []

    beforeAll(async () => {
      cluster = await startCluster(scratch)
      process.env['TEST_DATABASE_URL'] = cluster.url
      harness = await startHarness()
      await setProgramClock(harness)
      for (let n = 0; n < 2; n += 1)
        portals.push(
          await startPortal(harness, { port: await freePort(), parts: ['web', 'worker'] }),
        )
      members = await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) =>
          makeMember(harness, { loginId: `patroni${n}`, startedOn: '2026-11-20' }),
        ),
      )
    })
    afterAll(async () => {
      process.env['TEST_DATABASE_URL'] = shared
      for (const portal of portals) await portal.kill()
      await harness?.stop()
      await cluster?.close()
      rmSync(scratch, { recursive: true, force: true })
    })

    /** @returns what sets the node up again. */
    async function lose() {
      const leader = await cluster.leader()
      await leader.kill()
      return leader.startAgain
    }

    /** Members buy meanwhile. @param leads whether another node has to lead afterwards. */
    async function buyDuring(name: string, fault: Fault, leads: 'another' | 'the same') {
      await cluster.untilWhole()
      const before = (await cluster.leader()).name
      const load = buyWithoutEnd(members, portals, `${before}-${acknowledged.length}`)
      await until('there is load', () => load.answers.length >= 3 * CLIENTS, 60_000)
      const mend = await fault()
      const then = load.answers.length
      const leader = () => cluster.leader().catch(() => undefined)
      const moved = async () => ![before, undefined].includes((await leader())?.name)
      if (leads === 'another') await until('another leads', moved, 60_000)
      await until('purchases go on', () => load.answers.length > then + 3 * CLIENTS, 120_000)
      acknowledged.push(...(await load.end()))
      mend?.()
      await cluster.untilWhole()
      if (leads === 'the same') expect((await cluster.leader()).name, cluster.story()).toBe(before)
      const silent = load.longestSilenceSeconds()
      process.stderr.write(
        `${name}: ${silent.toFixed(1)} s without an answer, ${acknowledged.length} purchases\n`,
      )
      return silent
    }

    async function expectAllOnce() {
      expect(portals.map((portal) => portal.runs())).toEqual([true, true])
      const { rows } = await harness.database.pool.query(
        `select replace(source_ref, 'topup/', '') as order_no from booked_charge order by 1`,
      )
      expect(
        rows.map((row) => row.order_no),
        cluster.story(),
      ).toEqual(acknowledged.toSorted())
      await chargeQueued(harness.services, harness.clock.now())
      expect(await brokenDataLaws(harness.database.db)).toEqual([])
      for (const { contractId } of members)
        expect(await findBrokenAudit(harness.database.db, contractId)).toBeUndefined()
    }

    const faults: [string, Fault][] = [
      ['引き継ぐように言われた', () => cluster.switchOver()],
      ...Array.from({ length: FREEZES }, (_, n): [string, Fault] => [
        `40秒止まった（${n + 1}回目）`,
        async () => standStill(await cluster.leader()),
      ]),
      ['失われた', lose],
    ]

    test.each(faults)('主データベースが%s', { timeout: 400_000 }, async (name, fault) => {
      expect(await buyDuring(name, fault, 'another')).toBeLessThan(ANSWERS_WITHIN_S)
      await expectAllOnce()
    })

    test(
      '誰が主かを覚えている etcd が40秒止まっても、主は代わらず、購入は受け付けられる',
      {
        timeout: 400_000,
      },
      async () => {
        const silent = await buyDuring('etcd', () => standStill(cluster.etcd), 'the same')
        expect(silent).toBeLessThan(GOES_ON_WITHIN_S)
        await expectAllOnce()
      },
    )
  },
)
