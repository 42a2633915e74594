import { randomUUID } from 'node:crypto'
import type { PgBoss, fromKysely } from 'pg-boss'
import { z } from 'zod'
import { afterCommit } from '#backend/db/after-commit.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Log } from '#backend/log.ts'
import { currentTrace, withTrace } from '#backend/trace.ts'
import { createAnnouncer } from './announcer.ts'

/** One kind of background work: its name, what it needs to know, and how often it may be tried. One side effect each. */
export type Job<Payload> = JobSettings & { payload: z.ZodType<Payload> }

export type JobSettings = {
  name: string
  retryLimit: number
  /** Before the second try; it doubles with each, up to the longest. */
  retryDelaySeconds: number
  longestRetryDelaySeconds?: number
  /** How many of them one worker does at the same time; one unless said. */
  atOnce?: number
  /** By the database's clock; what is sent again within the time is dropped. */
  atMostEverySeconds?: number
  /** By the database's clock: it is not begun before. */
  afterSeconds?: number
}

/** For what must reach a member however long a mail server is away: tried every hour for more than a week. */
export const untilDelivered = {
  retryLimit: 200,
  retryDelaySeconds: 30,
  longestRetryDelaySeconds: 3600,
} as const

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}

/** Sends work in the transaction that needs it: a job of a rolled-back transaction does not exist. */
export type JobQueue = {
  send: <Payload extends object>(
    db: Db,
    job: Job<Payload>,
    ...payloads: readonly Payload[]
  ) => Promise<void>
}

export type JobRun = {
  name: string
  run: (payload: unknown) => Promise<void>
  job?: Pick<JobSettings, 'atOnce'>
}

/** Binds a job to what it does; the payload is parsed again, since it has lain in the database. */
export function runJob<Payload>(job: Job<Payload>, run: (payload: Payload) => Promise<void>) {
  return { job, name: job.name, run: (payload: unknown) => run(job.payload.parse(payload)) }
}

/** A job whose heart stops for this long has lost its worker; another runs it within 30 s of the loss (quality R7). */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 2

/** A new job is announced; what is due again, or whose announcement was lost, is found by asking for all queues at once. */
const ASK_EVERY_MS = 2000

/**
 * A host that vanishes leaves connections that are open and say nothing. What is not answered in time is given up with its
 * connection, or the few there are would wait for ever; the kernel finds out about those that lie idle.
 */
const guardsOf = (answerWithinMs: number) => ({
  connectionTimeoutMillis: 2500,
  query_timeout: answerWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  notifyHeartbeatIntervalMs: answerWithinMs,
  notifyHeartbeatTimeoutMs: answerWithinMs / 2,
})

export async function openQueue(options: {
  url: string
  log: Log
  /** The worker listens and supervises; the web process only sends. */
  worker: boolean
  /** How long an answer of the database is waited for; twice as long without a job asked for, and the queue gives none. */
  answerWithinMs?: number
}) {
  const { log, worker, answerWithinMs = 10_000 } = options
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: options.url,
    max: worker ? 4 : 2,
    ...guardsOf(answerWithinMs),
    schedule: false,
    supervise: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  const announcer = createAnnouncer((text, values) => boss.getDb().executeSql(text, values))
  const atWork = { jobs: 0 }
  let asking: NodeJS.Timeout | undefined
  boss.on('error', (err) => log.warn({ err }, 'job queue'))
  await boss.start()

  const queue: JobQueue = {
    async send(db, job, ...payloads) {
      const traceKey = currentTrace()
      const each = payloads.map((payload) => ({ ...payload, traceKey }))
      const insert = () => insertJobs(boss, { db: fromKysely(db) }, job, each)
      await afterCommit(() => announcer.announce(job.name), insert)
    },
  }

  return {
    queue,
    prepare: (jobs: readonly JobSettings[]) => prepareQueues(boss, jobs),
    /** Starts working on everything; returns at once. */
    work: async (runs: readonly JobRun[]) => {
      const workers = await startWorking(boss, runs, {
        atWork,
        askEverySeconds: answerWithinMs / 1000,
      })
      const ask = async () => {
        await takeUpLost(boss)
        for (const name of await readyQueues(boss))
          for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
      }
      let answer: Promise<void> | undefined
      asking = setInterval(() => {
        // One question at a time, however silent the database is.
        answer ??= ask()
          .catch((err: unknown) => log.warn({ err }, 'job queue'))
          .finally(() => (answer = undefined))
      }, ASK_EVERY_MS)
    },
    drain: (runs: readonly JobRun[]) => drain(boss, runs, log),
    /** Whether a job is done just now, or one was asked for lately and an answer came. */
    isFetching: () =>
      atWork.jobs > 0 ||
      boss
        .getWipData()
        .some((one) => Date.now() - (one.lastFetchedOn ?? one.createdOn) < 2 * answerWithinMs),
    stop: async () => {
      clearInterval(asking)
      await announcer.stop()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

async function insertJobs(
  boss: PgBoss,
  within: { db: ReturnType<typeof fromKysely> },
  { name, atMostEverySeconds: singletonSeconds, afterSeconds }: JobSettings,
  payloads: readonly object[],
) {
  const later = afterSeconds === undefined ? {} : { startAfter: afterSeconds }
  if (singletonSeconds === undefined) {
    const jobs = payloads.map((data) => ({ data, ...later }))
    await boss.insert(name, jobs, within)
    return
  }
  for (const data of payloads)
    await boss.send(name, data, { ...within, ...later, singletonSeconds })
}

/** Makes the queue of every job, or gives the one an older version made the settings of today. */
async function prepareQueues(boss: PgBoss, jobs: readonly JobSettings[]) {
  const made = new Map((await boss.getQueues()).map((known) => [known.name, known]))
  for (const job of jobs) {
    const settings = {
      // Not by the library: it would announce inside the transaction that sends (announcer.ts).
      notify: false,
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      ...(job.longestRetryDelaySeconds !== undefined && {
        retryDelayMax: job.longestRetryDelaySeconds,
      }),
    }
    const known = made.get(job.name)
    if (!known) await boss.createQueue(job.name, settings)
    else if (isChanged(known, settings)) await boss.updateQueue(job.name, settings)
  }
}

/**
 * A job that lost its worker is due at once: the pause before a retry is meant for a job that failed, and pg-boss makes
 * no difference between the two.
 */
async function takeUpLost(boss: PgBoss) {
  await boss.getDb().executeSql(
    `update pgboss.job set start_after = now() where state = 'retry' and start_after > now()
       and output #>> '{value,message}' = 'job heartbeat timeout'`,
  )
}

/**
 * Resolves to the workers of each queue. By itself a worker asks rarely (`askEverySeconds`), and by that shows that the
 * database answers: some fifty that asked every two seconds were most of what an idle portal did.
 * @param atWork counts the jobs that are being done.
 */
async function startWorking(
  boss: PgBoss,
  runs: readonly JobRun[],
  { atWork, askEverySeconds }: { atWork: { jobs: number }; askEverySeconds: number },
) {
  const workers = new Map<string, string[]>()
  const polling = { batchSize: 1, pollingIntervalSeconds: askEverySeconds }
  const each = runs.flatMap((one) => Array.from({ length: one.job?.atOnce ?? 1 }, () => one))
  for (const { name, run } of each) {
    const worker: Promise<string> = boss.work(name, polling, async (jobs) => {
      atWork.jobs += 1
      try {
        for (const job of jobs) await underItsTrace(job.data, run)
      } finally {
        atWork.jobs -= 1
        // Jobs sent together are announced once: where there was one, the next is asked for without a pause.
        boss.notifyWorker(await worker)
      }
    })
    workers.set(name, [...(workers.get(name) ?? []), await worker])
  }
  return workers
}

/** Does what lies ready and returns when nothing is left: for tests and for walking the clock. */
async function drain(boss: PgBoss, runs: readonly JobRun[], log: Log) {
  let done = 0
  for (let before = -1; done > before;) {
    before = done
    const ready = await readyQueues(boss)
    for (const { name, run } of runs.filter((one) => ready.has(one.name)))
      for (let job = await next(boss, name); job; job = await next(boss, name)) {
        done += 1
        await finish(boss, { name, id: job.id }, underItsTrace(job.data, run), log)
      }
  }
  return done
}

/** Nearly always none: one question instead of one for every queue. */
async function readyQueues(boss: PgBoss): Promise<ReadonlySet<string>> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from pgboss.job
     where state < 'active' and not blocked and start_after <= now()`,
  )
  return new Set(rows.map((row: { name: string }) => row.name))
}

/** One at a time: while a slow job runs, nothing would send the heartbeats of those behind it. */
async function next(boss: PgBoss, name: string) {
  const [job] = await boss.fetch<unknown>(name, { batchSize: 1 })
  return job
}

async function finish(
  boss: PgBoss,
  { name, id }: { name: string; id: string },
  running: Promise<void>,
  log: Log,
) {
  try {
    await running
  } catch (err) {
    log.warn({ err, job: name }, 'job failed')
    return boss.fail(name, id)
  }
  return boss.complete(name, id)
}

/** A job is done under the trace key of the request that asked for it; one that nobody asked for has one of its own. */
function underItsTrace(data: unknown, run: JobRun['run']) {
  const { traceKey } = traceOf.parse(data)
  return withTrace(traceKey ?? randomUUID(), () => run(data))
}

const traceOf = z.object({ traceKey: z.string().optional() }).catch({})

const isChanged = (known: object, settings: object) =>
  Object.entries(settings).some(([name, value]) => Reflect.get(known, name) !== value)

export type OpenQueue = Awaited<ReturnType<typeof openQueue>>

const OPEN_AFTER_MS = 10_000

/**
 * The queue of a process that only sends. It is opened ten seconds after the start, or with what is sent before: no
 * page that is only read needs it, and its library is a third of what a start would load.
 */
export function openSender(options: {
  url: string
  log: Log
  /** Every job of the house, which may not be known yet. */
  jobs: () => readonly JobSettings[]
}) {
  const { url, log } = options
  let connecting: Promise<OpenQueue> | undefined

  async function open() {
    const opened = await openQueue({ url, log, worker: false })
    await opened.prepare(options.jobs())
    return opened
  }

  /** What could not be opened is tried again by the next that sends. */
  function opened() {
    connecting ??= open().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  const soon = setTimeout(() => {
    opened().catch((err: unknown) => log.warn({ err }, 'job queue'))
  }, OPEN_AFTER_MS)
  const queue: JobQueue = {
    send: async (...words) => (await opened()).queue.send(...words),
  }
  async function stop() {
    clearTimeout(soon)
    await (await connecting?.catch(() => undefined))?.stop()
  }
  return { queue, stop }
}
