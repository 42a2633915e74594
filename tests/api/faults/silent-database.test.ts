import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { api } from '#protocol/index.ts'
import { ApiError, traceKeyHeader } from '#protocol/http.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { waited } from '#tests/waited.ts'
import { browserOf } from './persistent-client.ts'
import { setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { startFaultProxy } from './fault-proxy.ts'

/** quality R6 */
const ERROR_WITHIN_MS = 3500
const RECOVERS_WITHIN_MS = 1000

let harness: Harness
let proxy: Awaited<ReturnType<typeof startFaultProxy>>
let portal: Portal
let member: Awaited<ReturnType<typeof makeMember>>
beforeAll(async () => {
  harness = await startHarness()
  await setProgramClock(harness)
  member = await makeMember(harness, { loginId: 'waiting', startedOn: '2026-11-18' })
  proxy = await startFaultProxy(new URL(harness.services.config.DATABASE_URL), 5320)
  portal = await startPortal(harness, { port: 5321, parts: ['web'], databaseUrl: proxy.url })
})
afterEach(() => proxy.resume())
afterAll(async () => {
  await portal?.kill()
  await proxy?.close()
  await harness?.stop()
})

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error : String(error)),
  )

const browser = () => browserOf(member, () => portal.url)
const whoAmI = () => browser().call(api.platformAuthGet)
const topUp = (idempotencyKey: string) =>
  browser().call(api.highSpeedCouponPost, {
    body: { packId: '100mb', priceYen: 220 },
    idempotencyKey,
  })

async function topUps() {
  const { rows } = await harness.database.pool.query('select count(*)::int as n from booked_charge')
  return rows[0]?.n
}

describe('R6：データベースが黙ったとき', () => {
  test.each([
    ['つながり直した', 'resume'],
    ['それまでの接続が二度と答えない', 'forget'],
  ] as const)('%sら、3.5秒以内に断り、直れば1秒以内に元に戻る', async (_, how) => {
    const before = await topUps()
    // Several connections are open, of which the silence is noticed on two.
    await Promise.all(Array.from({ length: 6 }, () => whoAmI()))
    proxy.fallSilent()
    const asked = await Promise.all([
      waited(failureOf(whoAmI()), [portal.pid]),
      waited(failureOf(topUp(`silent-${how}`)), [portal.pid]),
    ])
    for (const { result, ms } of asked) {
      expect(result).toMatchObject({ httpStatus: 503, traceKey: expect.stringMatching(/^[\w-]+$/) })
      expect(ms).toBeLessThan(ERROR_WITHIN_MS)
    }
    proxy[how]()
    const again = await waited(whoAmI(), [portal.pid])
    expect(again.ms).toBeLessThan(RECOVERS_WITHIN_MS)
    for (let n = 0; n < 6; n += 1) expect(await whoAmI()).toMatchObject({ mvno_member: true })
    await topUp(`silent-${how}`)
    expect(await topUps()).toBe(before + 1)
    expect(portal.runs()).toBe(true)
  })

  test('手続きの途中で黙っても3.5秒以内に断る', async () => {
    const database = connectDatabase({ url: proxy.url })
    await database.db.selectFrom('clock_setting').selectAll().execute()
    const work = database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('clock_setting').selectAll().execute()
      proxy.fallSilent()
      await tx.selectFrom('clock_setting').selectAll().execute()
    })
    const { result, ms } = await waited(work.then(() => false, isDatabaseOutage))
    expect(result).toBe(true)
    expect(ms).toBeLessThan(ERROR_WITHIN_MS)
    proxy.forget()
    const again = await waited(database.db.selectFrom('clock_setting').selectAll().execute())
    expect(again.ms).toBeLessThan(RECOVERS_WITHIN_MS)
    await database.close()
  })

  test('読み込みの接続で気づいたら、手続きの接続もすぐにつなぎ直す', async () => {
    const database = connectDatabase({ url: proxy.url })
    const change = () => database.db.selectFrom('clock_setting').selectAll().execute()
    const reading = await database.reading.connect()
    await Promise.all([change(), reading.query('select 1')])
    proxy.fallSilent()
    expect(await reading.query('select 2').then(() => false, isDatabaseOutage)).toBe(true)
    reading.release(true)
    proxy.forget()
    expect((await waited(change())).ms).toBeLessThan(RECOVERS_WITHIN_MS)
    await database.close()
  })
})

test('公開ページは、ログイン中の方にも訪問者のページを見せ、マイページの要求には、接続できないことと問い合わせ番号を伝える', async () => {
  proxy.fallSilent()
  const headers = { cookie: `sid=${member.secret}` }
  const [{ result, ms }, answer] = await Promise.all([
    waited(fetch(`${portal.url}/fee`, { headers }), [portal.pid]),
    fetch(`${portal.url}/mypage/top.html`, { headers }),
  ])
  expect([result.status, await result.text()]).toEqual([200, 'page'])
  expect(ms).toBeLessThan(ERROR_WITHIN_MS)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain(`お問い合わせ番号：${answer.headers.get(traceKeyHeader)}`)
})
