import { sql } from 'kysely'
import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { isWorkerThere } from '#backend/jobs/worker-beat.ts'

export type Check = () => Promise<boolean>

/** However often our health is asked for, nobody else is asked more often than this. */
const KEPT_MS = 5_000

/** State of the database, the worker and the outside systems; 503 when one that is needed is away. */
export function createHealth(checks: Record<string, Check>, needed: string[]) {
  const kept = Object.entries(checks).map(([name, check]) => [name, keep(check)] as const)
  return async () => {
    const states = await Promise.all(
      kept.map(async ([name, check]) => [name, (await check()) ? 'ok' : 'down'] as const),
    )
    const result = Object.fromEntries(states)
    const ok = needed.every((name) => result[name] === 'ok')
    return Response.json(
      { status: ok ? 'ok' : 'down', ...result },
      { status: ok ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    )
  }
}

/** The answer of one question counts for all who ask meanwhile and shortly afterwards. */
function keep(check: Check): Check {
  let answer: Promise<boolean> | undefined
  let untilMs = 0
  return () => {
    if (answer !== undefined && performance.now() < untilMs) return answer
    untilMs = Infinity
    answer = check()
      .catch(() => false)
      .finally(() => {
        untilMs = performance.now() + KEPT_MS
      })
    return answer
  }
}

export function checkDatabase({ db }: DatabaseHandle): Check {
  return async () => {
    await sql`select 1`.execute(db)
    return true
  }
}

/** Whether an outside system answers at all, within a second. */
export function checkUrl(url: string): Check {
  return async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return answer.status < 500
  }
}

/** The worker of another process: it says that it lives, and marks every hour it has worked through. */
export function checkWorker({ db }: Pick<DatabaseHandle, 'db'>, clock: Clock): Check {
  return async () => {
    if (!(await isWorkerThere({ db }))) return false
    const row = await db.selectFrom('clock_setting').select('worked_until').executeTakeFirst()
    const limit = clock.now().subtract({ hours: 2 })
    return row?.worked_until ? Temporal.Instant.compare(row.worked_until, limit) > 0 : false
  }
}
