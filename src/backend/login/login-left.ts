import type { SignedIn } from '#backend/caller.ts'
import type { LoginLeft } from '#protocol/platform.ts'
import { IDLE_MINUTES } from '#vocabulary/login.ts'

/** How long a login lasts if nothing is done, and whether doing something makes it last longer. */
export function loginLeftOf(
  { lastUsedAt, endsAt }: Pick<SignedIn, 'lastUsedAt' | 'endsAt'>,
  loginNow: Temporal.Instant,
): LoginLeft {
  const idleEnd = lastUsedAt.add({ minutes: IDLE_MINUTES })
  const canGoOn = Temporal.Instant.compare(idleEnd, endsAt) < 0
  const end = canGoOn ? idleEnd : endsAt
  return { secondsLeft: Math.max(0, Math.floor(end.since(loginNow).total('seconds'))), canGoOn }
}
