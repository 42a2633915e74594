import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { z } from 'zod'
import { defineJob, openQueue, runJob, type OpenQueue } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { startHarness, type Harness } from '../harness.ts'
import { waited } from '#tests/waited.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { until } from './until.ts'

/** In production ten seconds. */
const ANSWER_WITHIN_MS = 1000

const job = defineJob({
  name: 'silent-queue',
  retryLimit: 1,
  retryDelaySeconds: 1,
  payload: z.object({ n: z.number() }),
})
const done = new Set<number>()

let harness: Harness
let proxy: Awaited<ReturnType<typeof startFaultProxy>>
let queue: OpenQueue
beforeAll(async () => {
  harness = await startHarness()
  proxy = await startFaultProxy(new URL(harness.services.config.DATABASE_URL))
  queue = await openQueue({
    url: proxy.url,
    log: createLog('silent'),
    worker: true,
    answerWithinMs: ANSWER_WITHIN_MS,
  })
  await queue.prepare([job])
  await queue.work([runJob(job, async ({ n }) => void done.add(n))])
})
afterEach(() => proxy.resume())
afterAll(async () => {
  await queue?.stop()
  await proxy?.close()
  await harness?.stop()
})

const send = (n: number) => queue.queue.send(harness.database.db, job, { n })
const isDone = (n: number) => until(`job ${n} is done`, () => done.has(n))

test('いつもの仕事は、頼まれてから1秒とかからずに始まる', async () => {
  for (const n of [11, 12, 13]) {
    await send(n)
    expect((await waited(isDone(n))).ms).toBeLessThan(1000)
  }
})

test('手続きの取引は、仕事を知らせる順番を待たない。確定したあとに、別の接続が知らせる', async () => {
  const listener = new pg.Client({ connectionString: harness.services.config.DATABASE_URL })
  await listener.connect()
  const heard: (number | undefined)[] = []
  listener.on('notification', ({ payload, processId }) => {
    if (payload === job.name) heard.push(processId)
  })
  const { rows } = await listener.query(
    `select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`,
  )
  await listener.query(`listen "${rows[0]?.channel}"`)
  let inTransaction: unknown
  const change = (n: number, end: 'commit' | 'rollback') =>
    harness.database.db.transaction().execute(async (tx) => {
      const [session] = await tx
        .selectNoFrom((eb) => eb.fn<number>('pg_backend_pid', []).as('pid'))
        .execute()
      inTransaction = session?.pid
      await queue.queue.send(tx, job, { n })
      if (end === 'rollback') throw new Error('rolled back')
    })
  await expect(change(21, 'rollback')).rejects.toThrow('rolled back')
  await change(22, 'commit')
  await until('the job is announced', () => heard.length > 0)
  expect(heard).not.toContain(inTransaction)
  await isDone(22)
  expect(done.has(21)).toBe(false)
  expect(heard).toHaveLength(1)
  await listener.end()
})

test('データベースの機械が接続を閉じずに消えても、つながり直せば、起動し直さずに仕事を続ける', async () => {
  await send(1)
  await isDone(1)
  expect(queue.isFetching()).toBe(true)
  proxy.fallSilent()
  await send(2)
  // Whatever else the worker can still ask of the database: without jobs it does not say that it lives.
  await until('the queue says that it gives no jobs', () => !queue.isFetching())
  proxy.forget()
  await isDone(2)
  expect(queue.isFetching()).toBe(true)
})
