import { openQueue, openSender } from '#backend/jobs/queue.ts'
import { behindPages } from './behind-pages.ts'
import type { Foundation } from './foundation.ts'
import type { MetricsPort } from './metrics/metrics-port.ts'
import { openReturnedMail } from './returned-mail.ts'
import { createServicesOn, type Services } from './services.ts'
import { jobRuns, startWorker } from './worker.ts'

export type Stops = (() => Promise<void> | void)[]

/**
 * Everything that a stored public page does without: a web process loads this module when its first page is out
 * (decision 072). What is imported here must not be imported by what the first page needs, or it is loaded with it.
 */
export async function startRest(
  foundation: Foundation,
  options: {
    databaseUrl: string
    /** Works on the queue and on what falls due; a process that does not only sends jobs. */
    works: boolean
    refreshClock: () => Promise<void>
    /** Where the figures of this process are asked for, if anywhere. */
    metricsPort: MetricsPort | undefined
    /** Makes the past of a demo, before anything works on the database. */
    prepare: ((services: Services) => Promise<void>) | undefined
    onInput: ((input: unknown) => Promise<void>) | undefined
  },
  stops: Stops,
) {
  const { log } = foundation
  const jobs = () => jobRuns(services).map((run) => run.job)
  const toQueue = { url: options.databaseUrl, log }
  const queue = options.works ? await openQueue({ ...toQueue, worker: true }) : undefined
  const sender = queue ?? openSender({ ...toQueue, jobs })
  stops.push(sender.stop)
  const services = createServicesOn(foundation, {
    queue: sender.queue,
    onInput: options.onInput,
  })
  await queue?.prepare(jobs())
  await options.prepare?.(services)
  const metrics = await showMetrics(services, options.metricsPort)
  const returnedMail = options.works ? await openReturnedMail(services) : undefined
  if (returnedMail) stops.push(returnedMail.stop)
  const worker = queue && (await startWorker(services, queue, options.refreshClock))
  if (worker) stops.push(worker.stop)
  const behind = behindPages(services, { workerAlive: worker?.alive, metrics })
  return { services, metrics, workerAlive: worker?.alive, behind }
}

/** Loaded and measured only where they are asked for. */
async function showMetrics(services: Services, port: MetricsPort | undefined) {
  if (port === undefined) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(services)
  port.show(metrics)
  return metrics
}
