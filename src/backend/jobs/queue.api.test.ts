import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { useHarness } from '#tests/api/use-harness.ts'
import { defineJob, openQueue, openSender, untilDelivered, type JobSettings } from './queue.ts'

const harness = await useHarness()
const { db } = harness.database
const job = defineJob({
  name: 'only-sent',
  payload: z.object({ n: z.number() }),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

async function sentJobs() {
  const { rows } = await sql<{ data: { n: number } }>`
    select data from pgboss.job where name = ${job.name}`.execute(db)
  return rows.map(({ data }) => data.n)
}

test('依頼は、まだ開いていないキューにも、その取引が成ったときだけ入る', async () => {
  const { DATABASE_URL: url } = harness.services.config
  const sender = openSender({ url, log: harness.services.log, jobs: () => [job] })
  onTestFinished(sender.stop)
  await db.transaction().execute((tx) => sender.queue.send(tx, job, { n: 1 }))
  const undone = db.transaction().execute(async (tx) => {
    await sender.queue.send(tx, job, { n: 2 })
    throw new Error('not after all')
  })
  await expect(undone).rejects.toThrow('not after all')
  expect(await sentJobs()).toEqual([1])
})

test('前の版が作ったキューにも、今の版の待ち方が入る', async () => {
  const { DATABASE_URL: url } = harness.services.config
  const open = async (settings: JobSettings) => {
    const queue = await openQueue({ url, log: harness.services.log, worker: false })
    onTestFinished(queue.stop)
    await queue.prepare([settings])
    const { rows } = await sql<{ retry_limit: number; retry_delay_max: number | null }>`
      select retry_limit, retry_delay_max from pgboss.queue where name = 'older'`.execute(db)
    return rows
  }
  expect(await open({ name: 'older', retryLimit: 8, retryDelaySeconds: 30 })).toEqual([
    { retry_limit: 8, retry_delay_max: null },
  ])
  expect(await open({ name: 'older', ...untilDelivered })).toEqual([
    { retry_limit: 200, retry_delay_max: 3600 },
  ])
})
