import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { isWorkerThere } from './worker-heartbeat.ts'

export type ClockCommand = { to: Temporal.Instant } | { by: Temporal.Duration } | 'real'

/**
 * A clock that follows the setting in the database, so that web, worker and stand-ins agree on the demo's time.
 * The setting is read every `pollMs`; the worker moves the offset step by step when a target is set.
 */
export async function followClock(handle: DatabaseHandle, pollMs = 500) {
  let offsetMs = await readOffset(handle)
  let asking = false
  const poll = async () => {
    // One question at a time: a silent database must not be asked until no connection is left for the members.
    if (asking) return
    asking = true
    // A lost database is reported by the code that needed it; the clock keeps its last offset meanwhile.
    offsetMs = await readOffset(handle).catch(() => offsetMs)
    asking = false
  }
  const timer = setInterval(() => void poll(), pollMs)
  timer.unref()
  const clock: Clock = { now: () => Temporal.Now.instant().add({ milliseconds: offsetMs }) }
  return {
    clock,
    /** Called by the worker after each step, so that its own next reading is already moved. */
    refresh: async () => {
      offsetMs = await readOffset(handle)
    },
    stop: () => clearInterval(timer),
  }
}

async function readOffset({ db }: DatabaseHandle) {
  const row = await db.selectFrom('clock_setting').select('offset_ms').executeTakeFirstOrThrow()
  return row.offset_ms
}

/** Asks for the clock to be moved; the worker walks there so that what falls due in between runs in order. */
export async function setClock({ db }: DatabaseHandle, command: ClockCommand) {
  const setting = await db.selectFrom('clock_setting').selectAll().executeTakeFirstOrThrow()
  if (!setting.is_demo)
    return {
      refused: 'This is not the database of a demo: its time is real and is not moved.',
    } as const
  const real = Temporal.Now.instant()
  const now = real.add({ milliseconds: setting.offset_ms })
  const target = command === 'real' ? real : 'to' in command ? command.to : later(now, command.by)
  if (Temporal.Instant.compare(target, now) < 0 && command !== 'real')
    return { refused: 'The clock only moves forward. To begin anew: npm run reset.' } as const
  const targetOffsetMs = target.epochMilliseconds - real.epochMilliseconds
  await db.updateTable('clock_setting').set({ target_offset_ms: targetOffsetMs }).execute()
  return { from: now, to: target } as const
}

export type Walk = { at: Temporal.Instant; isMoving: boolean; isWorkerThere: boolean }

/** Where the clock is on its way, and whether anybody walks it there. */
export async function readWalk(handle: DatabaseHandle): Promise<Walk> {
  const { offset_ms, target_offset_ms } = await handle.db
    .selectFrom('clock_setting')
    .select(['offset_ms', 'target_offset_ms'])
    .executeTakeFirstOrThrow()
  return {
    at: Temporal.Now.instant().add({ milliseconds: offset_ms }),
    isMoving: target_offset_ms !== null,
    isWorkerThere: await isWorkerThere(handle),
  }
}

/** Days and months are counted on the Japanese calendar. */
function later(from: Temporal.Instant, by: Temporal.Duration) {
  return from.toZonedDateTimeISO('Asia/Tokyo').add(by).toInstant()
}
