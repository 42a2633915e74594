import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'

/*
 * A run sends what waits for one receiver (send-due.ts). Receivers that answer and those that do not have runs of
 * their own: whoever is dead keeps nobody else waiting, however many they are.
 */

const payload = z.object({
  webhookId: z.string(),
  /** By it a run whose worker was killed goes on with what it had begun. */
  runId: z.string(),
})

/** For what the database or the worker itself got wrong: what a receiver says is no failure of the run. */
const tries = { retryLimit: 20, retryDelaySeconds: 2, longestRetryDelaySeconds: 60 } as const

export const sendJob = defineJob({ name: 'webhook-send', payload, atOnce: 6, ...tries })
/** Of receivers whose last try failed. Each may take as long as an answer is waited for. */
export const retryJob = defineJob({ name: 'webhook-send-again', payload, atOnce: 2, ...tries })

type Receiver = { readonly webhook_id: string; readonly failing_since: Temporal.Instant | null }

/** @param afterSeconds by the database's clock */
export async function queueSends(
  tx: Db,
  queue: JobQueue,
  receivers: readonly Receiver[],
  afterSeconds?: number,
): Promise<void> {
  for (const job of [sendJob, retryJob]) {
    const runs = receivers
      .filter(({ failing_since: since }) => (since !== null) === (job === retryJob))
      .map(({ webhook_id: webhookId }) => ({ webhookId, runId: newId('run') }))
    if (runs.length > 0)
      await queue.send(tx, afterSeconds === undefined ? job : { ...job, afterSeconds }, ...runs)
  }
}
