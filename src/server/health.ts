import { sql } from 'kysely'
import type { Clock } from '#backend/clock.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'

export type Check = () => Promise<boolean>

/** State of the database, the worker and the outside systems; 503 when the database or the worker is away. */
export function createHealth(checks: Record<string, Check>, needed: string[]) {
  return async () => {
    const names = Object.keys(checks)
    const states = await Promise.all(
      names.map(async (name) => {
        const alive = await checks[name]?.().catch(() => false)
        return [name, alive ? 'ok' : 'down'] as const
      }),
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

/** The worker of another process: it marks every hour it has worked through. */
export function checkWorker({ db }: DatabaseHandle, clock: Clock): Check {
  return async () => {
    const row = await db.selectFrom('clock_setting').select('worked_until').executeTakeFirst()
    const limit = clock.now().subtract({ hours: 2 })
    return row?.worked_until ? Temporal.Instant.compare(row.worked_until, limit) > 0 : false
  }
}
