import { realClock, type Clock } from '#backend/clock.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'
import { refuseWrongClock } from './clock-difference.ts'

/** Work that falls due by the calendar. Each task is idempotent: run twice, it finds nothing left to do. */
export type Task = {
  name: string
  run: (now: Temporal.Instant) => Promise<void>
}

/** At every hour's start, or only at 00:00 in Japan (`day`). */
export type ScheduledTask = Task & { every: 'hour' | 'day' }

/** Hours of one round: the next round walks on, so however far the clock is moved, no hour is left out. */
const HOURS_A_ROUND = 24 * 30

/**
 * Walks the clock from where work was last done to its present time (or the one it is being moved to), hour by hour, and runs
 * what falls due in order: usage of the hour first, then what runs each day and at the month rollover, as they would have run.
 */
export function createDueWork(deps: {
  database: DatabaseHandle
  tasks: readonly ScheduledTask[]
  /** Lets this process' clock and the stand-ins see the step that was just taken. */
  refreshClock: () => Promise<void>
  /** Whether the setting moves the clock: in production it does not, whatever the setting is. */
  isMovable: boolean
  log: Log
  /** This machine's clock. */
  machine?: Clock
  hoursARound?: number
}) {
  const { database, tasks, isMovable, log, hoursARound = HOURS_A_ROUND } = deps
  const { machine = realClock } = deps

  /**
   * One round; two workers at once: the second finds the lock taken and leaves.
   * @throws WrongClock where this machine's clock is not the database's: it would do what is not due.
   */
  async function run(): Promise<number> {
    await refuseWrongClock(database, machine)
    return withLock(database, async (db) => {
      const setting = await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
      const real = machine.now()
      const standsAtMs = isMovable ? setting.offset_ms : 0
      const targetMs = isMovable ? setting.target_offset_ms : null
      const moving = targetMs !== null
      const end = real.add({ milliseconds: targetMs ?? standsAtMs })
      // The first round ever begins with the present hour of the clock, wherever it is being moved to.
      const standing = real.add({ milliseconds: standsAtMs })
      const from = setting.worked_until ?? standing.subtract({ hours: 1 })
      let steps = 0
      for (const at of hoursBetween(from, end)) {
        if (steps === hoursARound) return steps
        if (moving) await moveTo(at)
        await runTasks(at)
        await db.updateTable('clock_setting').set({ worked_until: at }).execute()
        steps += 1
      }
      if (moving) {
        await db
          .updateTable('clock_setting')
          .set({ offset_ms: targetMs, target_offset_ms: null })
          // Moved again meanwhile: the next round walks on to there.
          .where('target_offset_ms', '=', targetMs)
          .execute()
        await deps.refreshClock()
      }
      return steps
    })
  }

  async function moveTo(at: Temporal.Instant) {
    const offset_ms = at.epochMilliseconds - machine.now().epochMilliseconds
    await database.db.updateTable('clock_setting').set({ offset_ms }).execute()
    await deps.refreshClock()
  }

  async function runTasks(at: Temporal.Instant) {
    const tokyo = at.toZonedDateTimeISO('Asia/Tokyo')
    const isDay = tokyo.hour === 0
    for (const task of tasks) {
      if (task.every === 'day' && !isDay) continue
      try {
        await task.run(at)
      } catch (err) {
        // The database is away: the hour is not done, and is worked through again in the next round.
        if (isDatabaseOutage(err)) throw err
        // One failing task must not stop the others; it is due again at its next time and catches up.
        log.error({ err, task: task.name, at: at.toString() }, 'due work failed')
      }
    }
  }

  return { run }
}

/** The whole hours after `from` up to `end`. */
function* hoursBetween(from: Temporal.Instant, end: Temporal.Instant) {
  const hourMs = 3_600_000
  let next = Math.floor(from.epochMilliseconds / hourMs) * hourMs + hourMs
  for (; next <= end.epochMilliseconds; next += hourMs)
    yield Temporal.Instant.fromEpochMilliseconds(next)
}

async function withLock(database: DatabaseHandle, work: (db: Db) => Promise<number>) {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('due work')) as locked`,
    )
    if (rows[0]?.locked !== true) return 0
    try {
      return await work(database.db)
    } finally {
      await client.query(`select pg_advisory_unlock(hashtext('due work'))`)
    }
  } finally {
    client.release()
  }
}
