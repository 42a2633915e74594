import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailJob } from '#backend/mail/outbox.ts'
import { api } from '#protocol/index.ts'
import { giveBucket } from '../data-facts.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { until } from './until.ts'
import { standInFault, type Fault } from '../stand-ins.ts'

/** quality R7 */
const RESUMES_WITHIN_MS = 30_000

let harness: Harness
/** There all the time, as in production. */
let second: Portal
const workers: Portal[] = []
beforeAll(async () => {
  harness = await startHarness()
  await setProgramClock(harness)
})
afterAll(async () => {
  for (const worker of workers) await worker.kill()
  await harness?.stop()
})

async function startWorkerProcess() {
  const worker = await startPortal(harness, { port: 5340, parts: ['worker'] })
  workers.push(worker)
  return worker
}

const carrierFault = (fault: Fault) => standInFault(harness.carrier, fault)

const exchangesOf = (contractId: string) =>
  harness.database.db
    .selectFrom('carrier_exchange')
    .select(['state', 'attempts'])
    .where('contract_id', '=', contractId)
    .execute()

async function jobs(name: string) {
  const { rows } = await harness.database.pool.query(
    'select state, retry_count from pgboss.job where name = $1',
    [name],
  )
  return rows
}

describe('R7：仕事の途中で働き手が落ちても', () => {
  test('別の働き手が30秒以内に引き継ぎ、効果は1回だけ', async () => {
    const member = await makeMember(harness, { loginId: 'handed', startedOn: '2026-11-20' })
    const [lineId = ''] = member.lineIds
    // With data left the switch is the only thing the carrier is asked for.
    await giveBucket(harness, member.contractId, { remainingBytes: 1_000_000_000 })
    await carrierFault({ mode: 'silent', target: '/lines' })
    second = await startWorkerProcess()
    // The first one takes the job because this one is paused meanwhile.
    second.halt()
    await member.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    const first = await startWorkerProcess()
    const carrierLine = async () => harness.services.carrier.line(`ref-${lineId}`)
    await until('the worker has sent the command and waits for its answer', async () => {
      const [exchange] = await exchangesOf(member.contractId)
      return exchange?.state === 'sent'
    })
    await first.kill()
    const killedAt = performance.now()
    await carrierFault({ mode: 'off' })
    expect(await jobs('carrier-exchange')).toEqual([{ state: 'active', retry_count: 0 }])

    second.goOn()
    await until(
      'another worker has taken the job up',
      async () => (await jobs('carrier-exchange')).every(({ state }) => state === 'completed'),
      RESUMES_WITHIN_MS,
    )
    expect(performance.now() - killedAt).toBeLessThan(RESUMES_WITHIN_MS)
    expect(await jobs('carrier-exchange')).toEqual([{ state: 'completed', retry_count: 1 }])
    expect(await exchangesOf(member.contractId)).toEqual([{ state: 'accepted', attempts: 2 }])
    expect(await carrierLine()).toMatchObject({ kind: 'accepted', value: { highSpeedOn: false } })
    const { rows } = await harness.database.pool.query(
      'select carrier_state from high_speed_change where contract_id = $1',
      [member.contractId],
    )
    expect(rows).toEqual([{ carrier_state: 'accepted' }])
  })
})

test('一度に頼まれた仕事は、休まずに片づける', async () => {
  // Its walk through the hours does what lies ready on its way.
  await until('its first round is over', async () => {
    const { rows } = await harness.database.pool.query(
      `select from pgboss.job where name = 'laws' and state = 'completed'`,
    )
    return rows.length > 0
  })
  const together = 20
  await harness.database.db.transaction().execute(async (tx) => {
    for (let n = 0; n < together; n += 1)
      await harness.services.queue.send(tx, mailJob, { mailId: `together-${n}` })
  })
  // They are announced once. With a pause of the poll after each it would take 40 s.
  const done = async () =>
    (await jobs('mail-send')).filter(({ state }) => state === 'completed').length
  await until('all of it is done', async () => (await done()) >= together)
  expect(await done()).toBeGreaterThanOrEqual(together)
})

describe('R8：取り消された手続きの仕事は', () => {
  const send = (mailId: string, fails: boolean) =>
    harness.database.db
      .transaction()
      .execute(async (tx) => {
        await harness.services.queue.send(tx, mailJob, { mailId })
        if (fails) throw new Error('rolled back')
      })
      .catch(() => undefined)

  const found = async (mailId: string) => {
    const { rows } = await harness.database.pool.query(
      `select 1 from pgboss.job where data ->> 'mailId' = $1`,
      [mailId],
    )
    return rows.length
  }

  test('はじめから無かったことになる', async () => {
    await send('of-a-rolled-back-change', true)
    await send('of-a-committed-change', false)
    expect(await found('of-a-rolled-back-change')).toBe(0)
    expect(await found('of-a-committed-change')).toBe(1)
  })

  test('手続きの外で頼めば残ってしまう（この試験は失敗できる）', async () => {
    await harness.database.db
      .transaction()
      .execute(async () => {
        await harness.services.queue.send(harness.database.db, mailJob, { mailId: 'outside' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await found('outside')).toBe(1)
  })
})
