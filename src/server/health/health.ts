import { sql } from 'kysely'
import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { isWorkerThere } from '#backend/jobs/worker-heartbeat.ts'
import { keepAnswer } from './keep-answer.ts'

export type Check = () => Promise<boolean>

/** However often our health is asked for, nobody else is asked more often than this. */
const MEMOIZED_MS = 5_000

/** State of the database, the worker and the outside systems; 503 when one that is needed is away. */
export function createHealth(checks: Record<string, Check>, needed: string[]) {
  const memoized = Object.entries(checks).map(
    ([name, check]) => [name, keepAnswer(() => check().catch(() => false), MEMOIZED_MS)] as const,
  )
  return async () => {
    const states = await Promise.all(
      memoized.map(async ([name, check]) => [name, (await check()) ? 'ok' : 'down'] as const),
    )
    const result = Object.fromEntries(states)
    const ok = needed.every((name) => result[name] === 'ok')
    return Response.json(
      { status: ok ? 'ok' : 'down', ...result },
      { status: ok ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    )
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
