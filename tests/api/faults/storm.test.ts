import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { browserOf } from './persistent-client.ts'
import { endProgramSessions, setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { nothingYet, orderInStorm, type Client } from './storm-orders.ts'
import { longTest } from '#tests/tries.ts'

const PORTS = [5310, 5311]
const CLIENTS = 20
const LEAST_ROUNDS = 2
const KILLS = 3

let harness: Harness
const portals = new Map<number, Portal>()
beforeAll(async () => {
  harness = await startHarness()
  await setProgramClock(harness)
})
afterAll(async () => {
  for (const portal of portals.values()) await portal.kill()
  await harness?.stop()
})

const start = async (port: number) =>
  portals.set(port, await startPortal(harness, { port, parts: ['web', 'worker'] }))

async function makeClients(prefix: string, count: number, keyed: boolean): Promise<Client[]> {
  const members = []
  for (let n = 0; n < count / 2; n += 1)
    members.push(
      await makeMember(harness, {
        loginId: `${prefix}${n}`,
        planCode: 20,
        course: 'share',
        // Little use to import: this is about orders.
        startedOn: '2026-11-18',
        lines: [{}, { kind: 'data' }],
      }),
    )
  return members.flatMap((member) =>
    member.lineIds.map((lineId, n) => {
      let asked = n
      const browser = browserOf(member, () => `http://127.0.0.1:${PORTS[(asked += 1) % 2]}`)
      return {
        call: browser.call,
        lineId,
        newKey: () => (keyed ? { idempotencyKey: randomUUID() } : {}),
        losesAnswers: (order: number) => order % 2 === 0,
        acknowledged: nothingYet(),
      }
    }),
  )
}

const count = async (sql: string) => Number((await harness.database.pool.query(sql)).rows[0]?.n)

/** Orders that exist, by kind, as the database has them. */
async function found() {
  return {
    topUps: await count(`select count(*) as n from booked_charge where source_ref like 'topup/%'`),
    sizes: await count(
      `select count(*) as n from procedure_order where procedure = 'planSizeChange'`,
    ),
    switches: await count(`select count(*) as n from high_speed_change`),
  }
}

const sum = (clients: Client[], of: (acknowledged: Client['acknowledged']) => number) =>
  clients.reduce((total, client) => total + of(client.acknowledged), 0)

describe('R1：サーバーが何度落ちても', () => {
  longTest(
    '受け付けたと答えた申込みは必ず1件だけ残り、台帳も合う',
    async () => {
      const clients = await makeClients('storm', CLIENTS, true)
      await Promise.all(PORTS.map(start))
      let breaking = true
      const broken = breakThings().finally(() => (breaking = false))
      await Promise.all(
        clients.map((client) => orderInStorm(client, (n) => breaking || n < LEAST_ROUNDS)),
      )
      expect(await broken).toBeGreaterThan(0)
      for (const portal of portals.values()) await portal.kill()

      // What was left half-way is finished as the next worker does it.
      await harness.drain()
      harness.clock.set('2026-11-20T10:05:00+09:00')
      await harness.services.exchanges.reconcile()
      await harness.drain()
      expect(await found()).toEqual({
        topUps: sum(clients, (acknowledged) => acknowledged.topUps.length),
        sizes: sum(clients, (acknowledged) => acknowledged.sizes.length),
        switches: CLIENTS,
      })
      const numbers = clients.flatMap(({ acknowledged: one }) => [...one.topUps, ...one.sizes])
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(sum(clients, (acknowledged) => acknowledged.topUps.length)).toBe(
        sum(clients, (acknowledged) => acknowledged.rounds),
      )
      const refused = new Set(clients.flatMap(({ acknowledged: one }) => one.refused))
      expect([...refused].filter((code) => !meantForTwo.has(code))).toEqual([])
      await chargeQueued(harness.services, harness.clock.now())
      expect(await brokenDataLaws(harness.database.db)).toEqual([])
      expect(await unfinishedKeys()).toBe(0)
      await expectAllNotified()
    },
    240_000,
  )

  longTest('鍵がなければ同じ申込みが重なる（この試験は失敗できる）', async () => {
    await Promise.all(PORTS.map(start))
    const before = await found()
    const clients = (await makeClients('unkeyed', 2, false)).slice(0, 1)
    await Promise.all(clients.map((client) => orderInStorm(client, (n) => n < 2)))
    const after = await found()
    // Two top-ups acknowledged, the first of which was done twice: its first answer had been lost.
    expect(sum(clients, (acknowledged) => acknowledged.topUps.length)).toBe(2)
    expect(after.topUps - before.topUps).toBe(3)
  })
})

/** Two people at one contract: what one has just booked may refuse the other. */
const meantForTwo = new Set(['CONDITIONS_CHANGED', 'SIZE_UNCHANGED', 'SIZE_ALREADY_BOOKED'])

/**
 * Kills one server after the other at any moment and starts it again, and ends database sessions in between.
 * @returns how many sessions were ended.
 */
async function breakThings() {
  let endedSessions = 0
  for (let kills = 0; kills < KILLS; kills += 1) {
    await pause(200 + Math.random() * 300)
    endedSessions += await endProgramSessions(harness, 0.3)
    await pause(100 + Math.random() * 200)
    const port = PORTS[kills % 2] ?? 0
    await portals.get(port)?.kill()
    await start(port)
  }
  return endedSessions
}

const unfinishedKeys = () =>
  count(`select count(*) as n from idempotency_key where status is null or answer_sealed is null`)

/** Each order has its audit entry, its notice and its mail; each switch has reached the carrier. */
async function expectAllNotified() {
  const { topUps, sizes, switches } = await found()
  const audited = await count(
    `select count(*) as n from audit_entry where action = 'top-up-bought' or action like 'plan-size-book%'
       or action = 'high-speed-turned-off'`,
  )
  expect(audited).toBe(topUps + sizes + switches)
  expect(await count('select count(*) as n from mail_message')).toBe(
    await count('select count(*) as n from notice'),
  )
  // A mail in the hands of a worker that died is sent by another one (R7): its job is not lost.
  const forgotten = await count(
    `select count(*) as n from mail_message m where state = 'queued' and not exists (
       select from pgboss.job j where j.name = 'mail-send' and j.state <> 'completed'
         and j.data ->> 'mailId' = m.mail_id)`,
  )
  expect(forgotten).toBe(0)
  const { rows } = await harness.database.pool.query('select distinct chain from audit_entry')
  for (const { chain } of rows)
    expect(await findBrokenAudit(harness.database.db, String(chain))).toBeUndefined()
  const lines = await harness.database.db.selectFrom('line').select('carrier_ref').execute()
  for (const { carrier_ref: ref } of lines) {
    const answer = await harness.services.carrier.line(ref)
    expect(answer).toMatchObject({ kind: 'accepted', value: { highSpeedOn: false } })
  }
}
