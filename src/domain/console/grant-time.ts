import { isBefore, type Instant } from '#domain/tokyo.ts'

/** Minutes from the last act to the end of a grant, and hours it lasts at most (ours). */
const IDLE_MINUTES = 30
const MOST_HOURS = 2

/** When a grant ends that was opened and last used then. */
export function grantEnd(openedAt: Instant, actedAt: Instant): Instant {
  const idle = actedAt.add({ minutes: IDLE_MINUTES })
  const most = openedAt.add({ hours: MOST_HOURS })
  return isBefore(idle, most) ? idle : most
}
