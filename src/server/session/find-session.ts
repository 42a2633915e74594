import { openReads } from '#backend/db/memoized-reads.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import { LOGIN_LEFT_PATH } from '#protocol/reading.ts'
import type { Foundation } from '../foundation.ts'

/** Asked at every request: over the sessions that keep their statements. */
export function findSession(
  { sessions, database, loginClock }: Foundation,
  secret: string,
  isUse = true,
) {
  const reading = openReads(database).db
  return sessions.find(database.db, secret, loginClock.now(), { reading, isUse })
}

/** Every request uses the login but one: to ask how long it lasts. */
export const usesLogin = ({ method, url }: Pick<Request, 'method' | 'url'>) =>
  method !== 'GET' || withTrailingSlash(new URL(url).pathname) !== leftPath

const leftPath = withTrailingSlash(LOGIN_LEFT_PATH)
