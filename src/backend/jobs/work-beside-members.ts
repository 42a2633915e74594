import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** The session's name while it does work that nobody waits for. */
const APPLICATION_NAME = 'portal month work'

/** How much the last look counts among those before. One look that finds somebody is not enough: the queue asks now and then. */
const WEIGHT = 0.2
const SHARE_OF_MEMBERS = 0.25

/**
 * The pace of long work beside members who are being answered: its first worker rests after each part for as long as
 * the part took, and every other one leaves. Where nobody is answered all of them work without a rest.
 */
export function createPace({ isHelp, rest = pause }: PaceOptions) {
  let share = 0
  return {
    /** To be told after each part whether the database was answering others meanwhile. */
    note: (isBesideOthers: boolean) => {
      share = share * (1 - WEIGHT) + (isBesideOthers ? WEIGHT : 0)
    },
    /** @returns whether the worker goes on with another part. */
    yieldAfter: async (tookMs: number, worker: number): Promise<boolean> => {
      if (share <= SHARE_OF_MEMBERS) return true
      if (isHelp || worker > 0) return false
      await rest(tookMs)
      return true
    },
  }
}

type PaceOptions = { isHelp: boolean; rest?: (ms: number) => Promise<unknown> }
export type Pace = ReturnType<typeof createPace>

/** Names the transaction's session, so that other workers of the same work do not take it for a member's. */
export async function nameAsWork(tx: Db) {
  await sql`select set_config('application_name', ${APPLICATION_NAME}, true)`.execute(tx)
}

/** Whether the database is answering anybody else at this moment; who waits for a lock is not being answered. */
export async function isAnsweringOthers(tx: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state = 'active' and wait_event_type is distinct from 'Lock' and application_name <> ${APPLICATION_NAME}
    limit 1`.execute(tx)
  return rows.length > 0
}
