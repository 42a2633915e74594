import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical, findBrokenAudit } from '#backend/audit.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { runKeyed } from '#backend/idempotency.ts'
import { RefusalError } from '#backend/refusal.ts'
import { createAccountQueue } from '#backend/account-queue.ts'
import { api } from '#protocol/index.ts'
import { idempotencyKeyHeader, idempotentReplayedHeader } from '#protocol/http.ts'
import { tries } from '#tests/tries.ts'
import { waited } from '#tests/waited.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { askUntilReply } from './persistent-client.ts'
import { unlocked } from './without-locks.ts'

/** After this long in line a change is refused (accountQueue.test.ts). */
const WAIT_IN_LINE_MS = 30_000
/** A contract whose every change is a long one: each pack is replayed. */
const laden = {
  packs: tries({ usually: 100, long: 400 }),
  changes: tries({ usually: 40, long: 100 }),
}

let harness: Harness
beforeAll(async () => {
  // Nobody gives up in line because the machine is busy: the wait is measured without that.
  harness = await startHarness(undefined, undefined, { accountQueue: createAccountQueue(240_000) })
})
afterAll(() => harness?.stop())

type Member = Awaited<ReturnType<typeof makeMember>>

const orders = async (contractId: string) => {
  const { rows } = await harness.database.pool.query(
    `select (select count(*)::int from procedure_order where contract_id = $1) as booked,
       (select count(*)::int from booked_charge where contract_id = $1) as bought`,
    [contractId],
  )
  return rows[0]
}

async function bookingOf(member: Member, plan: number) {
  const { effectiveOn, conditions } = await member.call(api.couponEstimateGet, {
    query: { plan: String(plan) },
  })
  return { plan, effectiveOn, conditions }
}

/** The confirmation pressed many times at once, each press asked until it is answered. */
const press = (
  member: Member,
  path: string,
  body: object,
  key: string | undefined,
  times: number,
) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      for (;;) {
        const answer = await member.request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: key === undefined ? {} : { [idempotencyKeyHeader]: key },
        })
        if (answer.status !== 503)
          return {
            status: answer.status,
            replayed: answer.headers.get(idempotentReplayedHeader) === 'true',
            said: canonical(await answer.json()),
          }
        await pause(100)
      }
    }),
  )

describe('R2：同じ確認画面から50回同時に押しても', () => {
  test('容量の変更の予約は1件で、49回は同じ答えの再送', async () => {
    const member = await makeMember(harness, { loginId: 'pressing' })
    const body = await bookingOf(member, 18)
    const answers = await press(member, '/api/coupon/register/', body, 'pressed', 50)
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(answers.filter((answer) => answer.replayed)).toHaveLength(49)
    expect(new Set(answers.map((answer) => answer.said)).size).toBe(1)
    expect(await orders(member.contractId)).toEqual({ booked: 1, bought: 0 })
  })

  test('鍵がなければ押した数だけ買える（この試験は失敗できる）', async () => {
    const member = await makeMember(harness, { loginId: 'keyless' })
    const body = { packId: '100mb', priceYen: 220 }
    await press(member, '/api/high_speed/coupon/', body, undefined, 5)
    expect(await orders(member.contractId)).toEqual({ booked: 0, bought: 5 })
  })

  test('同じ鍵の手続きがまだ終わらなければ、409で待つように伝える', async () => {
    const member = await makeMember(harness, { loginId: 'hurried' })
    const body = { packId: '100mb', priceYen: 220 }
    const ask = () =>
      member.request('/api/high_speed/coupon/', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { [idempotencyKeyHeader]: 'in-flight' },
      })
    const { accountId } = member
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const first = runKeyed(
      harness.services,
      {
        asker: accountId,
        operation: 'highSpeedCouponPost',
        key: 'in-flight',
        body,
        now: harness.clock.now(),
      },
      async () => {
        begin()
        await blocked
        throw new RefusalError('UNAVAILABLE')
      },
    ).catch(() => 'rolled back')
    await begun
    const second = await ask()
    release()
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '5'])
    expect(await second.json()).toMatchObject({ error: { code: 'IDEMPOTENCY_IN_FLIGHT' } })
    expect(await first).toBe('rolled back')
    expect((await ask()).status).toBe(200)
    expect(await orders(member.contractId)).toEqual({ booked: 0, bought: 1 })
  })
})

describe('R3：ひとつの契約を100回同時に変えても', () => {
  test('100件すべてが残り、台帳と記録も合う', async () => {
    const member = await makeMember(harness, { loginId: 'many' })
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        askUntilReply(() =>
          member.call(api.highSpeedCouponPost, {
            body: { packId: '100mb', priceYen: 220 },
            idempotencyKey: `many-${n}`,
          }),
        ),
      ),
    )
    expect(await orders(member.contractId)).toEqual({ booked: 0, bought: 100 })
    const { totalBytes } = await member.call(api.highSpeedResidualGet)
    expect(totalBytes).toBe(10_000_000_000)
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })

  test(`束が${laden.packs}ある契約でも、ひとつも断られずに残り、ほかの方は待たない`, async () => {
    const member = await makeMember(harness, { loginId: 'laden', startedOn: '2026-11-18' })
    const other = await makeMember(harness, { loginId: 'other', startedOn: '2026-11-18' })
    await givePacks(member.contractId, laden.packs)
    const buy = (one: Member, idempotencyKey: string) =>
      one.call(api.highSpeedCouponPost, {
        body: { packId: '100mb', priceYen: 220 },
        idempotencyKey,
      })
    const before = await orders(member.contractId)
    let done = 0
    const changes = Array.from({ length: laden.changes }, async (_, n) => {
      await buy(member, `laden-${n}`)
      done += 1
    })
    await buy(other, 'other')
    expect(done).toBeLessThan(laden.changes)
    const { ms } = await waited(Promise.all(changes), await databaseSessions())
    expect(ms).toBeLessThan(WAIT_IN_LINE_MS)
    expect(await orders(member.contractId)).toEqual({ ...before, bought: laden.changes })
    expect(await brokenDataLaws(harness.database.db)).toEqual([])
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })

  test('契約の行を押さえなければ、変更は失われる（この試験は失敗できる）', async () => {
    const { contractId } = await makeMember(harness, { loginId: 'unlocked' })
    expect(await countUp(harness.database, contractId)).toBe(20)
    expect(await countUp(unlocked(harness.database), contractId)).toBeLessThan(20)
  })
})

/** The processes that work on this file's database. */
async function databaseSessions(): Promise<number[]> {
  const { rows } = await harness.database.pool.query(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  return rows.map(({ pid }) => Number(pid))
}

/** Packs bought before: each of them is replayed with every change. */
async function givePacks(contractId: string, count: number) {
  const { db } = harness.database
  const now = harness.clock.now()
  await db
    .insertInto('data_bucket')
    .values(
      Array.from({ length: count }, (_, n) => ({
        contract_id: contractId,
        bucket_id: `topup/pack-${n}`,
        kind: 'topup' as const,
        base_month: null,
        granted_bytes: 100_000_000,
        remaining_bytes: 0,
        granted_at: now.subtract({ hours: 1, seconds: n }),
        expires_at: now.add({ hours: 24 * 30 }),
      })),
    )
    .execute()
  await db
    .insertInto('ledger_due')
    .values({ contract_id: contractId, due_id: 'packs', since: now.subtract({ hours: 40 }) })
    .execute()
  await chargeQueued(harness.services, now)
}

/** Twenty changes at once, each made of what it has read: how many of them the contract's version shows. */
async function countUp({ db }: DatabaseHandle, contractId: string) {
  const version = async () =>
    (
      await db
        .selectFrom('contract')
        .select('version')
        .where('contract_id', '=', contractId)
        .executeTakeFirstOrThrow()
    ).version
  const before = await version()
  let reading = 0
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction().execute(async (tx) => {
        const contract = await lockContract(tx, contractId)
        reading += 1
        await tx
          .updateTable('contract')
          .set({ version: contract.version + 1 })
          .where('contract_id', '=', contractId)
          .execute()
      }),
    ),
  )
  expect(reading).toBe(20)
  return (await version()) - before
}
