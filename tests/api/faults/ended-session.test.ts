import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { browserOf } from './persistent-client.ts'
import { endProgramSessions, setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { until } from './until.ts'

let harness: Harness
let portal: Portal
beforeAll(async () => {
  harness = await startHarness()
  await setProgramClock(harness)
  portal = await startPortal(harness, { port: 5330, parts: ['web'] })
})
afterAll(async () => {
  await portal?.kill()
  await harness?.stop()
})

async function rowsOf(contractId: string, accountId: string) {
  const { rows } = await harness.database.pool.query(
    `select (select count(*)::int from booked_charge where contract_id = $1) as charges,
       (select count(*)::int from data_bucket where contract_id = $1) as buckets,
       (select count(*)::int from data_entry where contract_id = $1) as entries,
       (select count(*)::int from audit_entry where chain = $1) as audited,
       (select count(*)::int from notice where account_id = $2) as notices,
       (select count(*)::int from idempotency_key where account_id = $2) as keys`,
    [contractId, accountId],
  )
  return rows[0]
}

const nothing = { charges: 0, buckets: 0, entries: 0, audited: 0, notices: 0, keys: 0 }

describe('R5：手続きの途中でデータベースとの接続が切れても', () => {
  test('503と問い合わせ番号で断り、何も残さず、同じ鍵でやり直せる', async () => {
    const member = await makeMember(harness, { loginId: 'cut', startedOn: '2026-11-20' })
    const browser = browserOf(member, () => portal.url)
    const buy = () =>
      browser.call(api.highSpeedCouponPost, {
        body: { packId: '100mb', priceYen: 220 },
        idempotencyKey: 'cut',
      })
    // The call has written its key and waits for the contract: the middle of its transaction.
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const holding = harness.database.db.transaction().execute(async (tx) => {
      await lockContract(tx, member.contractId)
      begin()
      await blocked
    })
    await begun
    const asked = buy().catch((error: unknown) => error)
    await until('the call waits for the contract', waits)
    await endProgramSessions(harness)
    const refused = await asked
    release()
    await holding
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      httpStatus: 503,
      failure: { code: 'UNAVAILABLE' },
      traceKey: expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(await rowsOf(member.contractId, member.accountId)).toEqual(nothing)
    expect(portal.runs()).toBe(true)
    expect((await buy()).paidYen).toBe(220)
    expect(await rowsOf(member.contractId, member.accountId)).toMatchObject({
      charges: 1,
      audited: 1,
      notices: 1,
      keys: 1,
    })
    expect(await findBrokenAudit(harness.database.db, member.contractId)).toBeUndefined()
  })

  test.each([
    ['番をする聞き手があれば、働き続ける', 'guarded', 0, 'refused: an outage, then answered'],
    ['聞き手がなければ、落ちる（この試験は失敗できる）', 'unguarded', 1, ''],
  ])('問い合わせの合間に切れたとき：%s', (_, guard, status, said) => {
    const program = join(import.meta.dirname, 'ended-session-program.ts')
    const run = spawnSync(process.execPath, [program, guard], {
      env: { ...process.env, DATABASE_URL: harness.services.config.DATABASE_URL },
      encoding: 'utf8',
    })
    expect([run.status, run.stdout.trim()]).toEqual([status, said])
  })
})

async function waits() {
  const { rows } = await harness.database.pool.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n === 1
}
