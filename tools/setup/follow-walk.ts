import { setTimeout as pause } from 'node:timers/promises'
import type { Walk } from '#backend/jobs/moved-clock.ts'

const ASK_MS = 250
/** Seldom enough to be read. */
const REPORT_MS = 2000

/** Follows the clock on its way and prints its time, until it has arrived or no worker moves it. */
export async function followWalk(options: {
  read: () => Promise<Walk>
  to: Temporal.Instant
  report: (at: Temporal.Instant, percent: number) => void
  wait?: (ms: number) => Promise<unknown>
}): Promise<'there' | 'nobody walks'> {
  const { read, to, report, wait = pause } = options
  const from = (await read()).at
  let quietMs = 0
  for (;;) {
    const { at, isMoving, isWorkerThere } = await read()
    if (!isMoving) return 'there'
    if (!isWorkerThere) return 'nobody walks'
    if (quietMs >= REPORT_MS) {
      report(at, percentOf(from, at, to))
      quietMs = 0
    }
    await wait(ASK_MS)
    quietMs += ASK_MS
  }
}

function percentOf(from: Temporal.Instant, at: Temporal.Instant, to: Temporal.Instant): number {
  const whole = from.until(to).total('seconds')
  return whole <= 0 ? 100 : Math.floor((from.until(at).total('seconds') / whole) * 100)
}
