/** The cookie whose value opens what a phone has kept of my page; given at the login, taken at the logout (docs/decisions/108). */
export const storedCookie = 'stored'

/** What a phone has kept is readable for so long at most after it was true (ours, issue 29). */
export const STORED_DAYS = 14
/** So wrong a phone's clock may be without anything being readable for longer. */
const WRONG_CLOCK_DAYS = 1
/** As long as the phone's own clock counts. */
export const READABLE_DAYS = STORED_DAYS - WRONG_CLOCK_DAYS

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Whether what was kept at one moment of the phone's clock may be read at another. A clock that was put back by more than a
 * day says nothing any more: what was kept is not read then.
 */
export function isStillReadable(storedAtMs: number, nowMs: number): boolean {
  const ageDays = (nowMs - storedAtMs) / DAY_MS
  return ageDays > -WRONG_CLOCK_DAYS && ageDays < READABLE_DAYS
}
