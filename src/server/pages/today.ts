import { toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'

/** A calendar costs as much as a stored page: a stored page may be this much late at midnight. */
const LOOK_AGAIN_MS = 100

/** The clock's day in Tokyo, asked for with every request. */
export function createToday(
  now: () => Temporal.Instant,
  monotonicMs = () => performance.now(),
): () => TokyoDate {
  let day = toTokyoDate(now())
  let lookAgainMs = monotonicMs() + LOOK_AGAIN_MS
  return () => {
    const nowMs = monotonicMs()
    if (nowMs < lookAgainMs) return day
    lookAgainMs = nowMs + LOOK_AGAIN_MS
    day = toTokyoDate(now())
    return day
  }
}
