import { openReads } from '#backend/db/memoized-reads.ts'
import type { Foundation } from '../foundation.ts'

/** Asked at every request: over the sessions that keep their statements. */
export function findSession({ sessions, database, loginClock }: Foundation, secret: string) {
  return sessions.find(database.db, secret, loginClock.now(), openReads(database).db)
}
