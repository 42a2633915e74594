import { PgBoss, fromKysely } from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Log } from '#backend/log.ts'

/** One kind of background work: its name, what it needs to know, and how often it may be tried. One side effect each. */
export type Job<Payload> = JobSettings & { payload: z.ZodType<Payload> }

export type JobSettings = { name: string; retryLimit: number; retryDelaySeconds: number }

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}

/** Sends work in the transaction that needs it: a job of a rolled-back transaction does not exist. */
export type JobQueue = {
  send: <Payload extends object>(db: Db, job: Job<Payload>, payload: Payload) => Promise<void>
}

export type JobRun = { name: string; run: (payload: unknown) => Promise<void> }

/** Binds a job to what it does; the payload is parsed again, since it has lain in the database. */
export function runJob<Payload>(job: Job<Payload>, run: (payload: Payload) => Promise<void>) {
  return { job, name: job.name, run: (payload: unknown) => run(job.payload.parse(payload)) }
}

/** Notices of a lost worker within this time (quality R7): a job whose heart stops is run again by another. */
const HEARTBEAT_SECONDS = 10

export async function openQueue(options: {
  url: string
  log: Log
  /** The worker listens and supervises; the web process only sends. */
  worker: boolean
}) {
  const boss = new PgBoss({
    connectionString: options.url,
    max: options.worker ? 4 : 2,
    connectionTimeoutMillis: 2500,
    schedule: false,
    supervise: options.worker,
    useListenNotify: options.worker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (err) => options.log.warn({ err }, 'job queue'))
  await boss.start()

  /** Makes the queue of every job that does not have one yet. */
  async function prepare(jobs: readonly JobSettings[]) {
    for (const job of jobs) {
      await boss.createQueue(job.name, {
        notify: true,
        retryLimit: job.retryLimit,
        retryDelay: job.retryDelaySeconds,
        retryBackoff: true,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      })
    }
  }

  const queue: JobQueue = {
    async send(db, job, payload) {
      await boss.send(job.name, payload, { db: fromKysely(db) })
    },
  }

  /** Starts working on everything; returns at once. */
  async function work(runs: readonly JobRun[]) {
    for (const { name, run } of runs) {
      await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) await run(job.data)
      })
    }
  }

  /** Does what lies ready and returns when nothing is left: for tests and for walking the clock. */
  async function drain(runs: readonly JobRun[]) {
    let done = 0
    for (let found = true; found;) {
      found = false
      for (const { name, run } of runs) {
        for (const job of await boss.fetch(name, { batchSize: 20 })) {
          found = true
          done += 1
          await run(job.data).then(
            () => boss.complete(name, job.id),
            async (error: unknown) => {
              options.log.warn({ err: error, job: name }, 'job failed')
              await boss.fail(name, job.id)
            },
          )
        }
      }
    }
    return done
  }

  return { queue, prepare, work, drain, stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

export type OpenQueue = Awaited<ReturnType<typeof openQueue>>
