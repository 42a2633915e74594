import { askExchangeAgainJob, carrierExchangeJob } from '#backend/carrier/exchange.ts'
import { refuseWrongClock } from '#backend/jobs/clock-difference.ts'
import { createDueWork } from '#backend/jobs/due-work.ts'
import { runJob, type JobRun, type OpenQueue } from '#backend/jobs/queue.ts'
import { WORKER_HEARTBEAT_MS, noteWorker } from '#backend/jobs/worker-heartbeat.ts'
import { mailJob } from '#backend/mail/outbox.ts'
import { pushJob } from '#backend/push/queue-pushes.ts'
import { sendPush } from '#backend/push/send-push.ts'
import { sealAudits } from '#backend/seal/seal-heads.ts'
import { checkLawsJob, runCheckLaws } from './laws/check-laws.ts'
import { resealTask, runReseal } from './resealing/reseal.ts'
import { inOrder } from './schedule.ts'
import type { Services } from './services.ts'
import type { AreaWork } from '#backend/area.ts'
import { staffDecisionJob } from '#backend/jobs/staff-decision-job.ts'

/** Every job of the house with what it does; the queues are made from the same list. */
export function jobRuns(services: Services) {
  const { database, clock, mail, textMessages, push, sealing, queue, outbox, exchanges } = services
  return [
    runJob(carrierExchangeJob, ({ exchangeId }) => exchanges.send(exchangeId)),
    runJob(askExchangeAgainJob, ({ exchangeId }) => exchanges.askAgain(exchangeId)),
    runJob(mailJob, ({ mailId }) =>
      outbox.send(database.db, { mail, textMessages }, mailId, clock.now()),
    ),
    runJob(pushJob, ({ pushId }) =>
      sendPush(database.db, { sealing, queue, port: push }, pushId, clock.now()),
    ),
    ...services.work.flatMap((part) => part.jobs ?? []),
    ...consoleWork(services).jobs,
    runCheckLaws(services),
    runReseal(services),
  ]
}

/** What falls due by the calendar, as the schedule orders it. */
export function tasksOf(services: Services, drain: () => Promise<unknown>) {
  return inOrder([
    { name: 'jobs at hand', run: async () => void (await drain()) },
    {
      name: 'carrier reconciliation',
      run: async () => void (await services.exchanges.reconcile()),
    },
    ...services.work.flatMap((part) => part.tasks ?? []),
    ...consoleWork(services).tasks,
    {
      name: 'rows kept long enough',
      run: (now: Temporal.Instant) =>
        services.retention.deleteExpired({ now, loginNow: services.loginClock.now() }),
    },
    resealTask(services),
    { name: 'audits sealed', run: () => sealAudits(services) },
    {
      name: 'laws',
      run: () => services.queue.send(services.database.db, checkLawsJob, {}),
    },
    { name: 'jobs that arose', run: async () => void (await drain()) },
  ])
}

const TICK_MS = 1000
const RECONCILE_TICKS = 10

/** Works on the queue and on what falls due, until it is stopped; the work in hand is finished first. */
export async function startWorker(
  services: Services,
  queue: OpenQueue,
  refreshClock: () => Promise<void>,
) {
  const runs: JobRun[] = jobRuns(services)
  await queue.work(runs)
  const dueWork = createDueWork({
    database: services.database,
    tasks: tasksOf(services, () => queue.drain(runs)),
    refreshClock,
    isMovable: !services.config.production,
    log: services.log,
  })
  let lastTick = performance.now()
  let running: Promise<void> | undefined
  let ticks = 0

  async function tick() {
    try {
      await dueWork.run()
      ticks += 1
      if (ticks % RECONCILE_TICKS === 0) await services.exchanges.reconcile()
      lastTick = performance.now()
    } catch (err) {
      services.log.warn({ err }, 'worker round failed')
    }
  }

  /** Only while it gets jobs and its clock is right: else it is no worker, whatever it can ask of the database. */
  async function sayAlive() {
    if (!queue.isFetching()) return services.log.warn({}, 'the queue gives no jobs')
    try {
      await refuseWrongClock(services.database)
      await noteWorker(services.database)
    } catch (err) {
      services.log.warn({ err }, 'worker not noted')
    }
  }
  await sayAlive()
  const heartbeat = setInterval(() => void sayAlive(), WORKER_HEARTBEAT_MS)
  const timer = setInterval(() => {
    running ??= tick().finally(() => {
      running = undefined
    })
  }, TICK_MS)

  return {
    /** It gets jobs, and the last round ended well within the last ten seconds, or one is under way. */
    alive: async () =>
      queue.isFetching() && (running !== undefined || performance.now() - lastTick < 10_000),
    stop: async () => {
      clearInterval(heartbeat)
      clearInterval(timer)
      await running
    },
  }
}

/**
 * The worker's part of the staff's console (docs/decisions/099). Its modules are loaded by the first work there is: the
 * member web knows the names of its jobs, and loads nothing of it.
 */
export function consoleWork(services: Services) {
  const queue = async () => (await import('./console/queue.ts')).queueOf(services)
  const grant = async () => (await import('./console/grant.ts')).grantOf(services)
  return {
    jobs: [
      runJob(staffDecisionJob, async ({ decisionId }) =>
        (await queue()).carryOut(decisionId, services.clock.now()),
      ),
    ],
    tasks: [
      { name: 'staff decisions', run: async (now) => (await queue()).carryOutDue(now) },
      { name: 'cases of gone items', run: async (now) => (await queue()).settleCases(now) },
      { name: 'opened records ended', run: async (now) => (await grant()).expire(now) },
      {
        name: 'approvals lapsed',
        run: async (now) =>
          (await import('#backend/console/approval/area.ts')).expireApprovals(services, now),
      },
    ],
  } satisfies AreaWork
}
