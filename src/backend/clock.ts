/** The one clock. All code takes the time from here; outside production it can be moved. */
export type Clock = { now: () => Temporal.Instant }

export const realClock: Clock = { now: () => Temporal.Now.instant() }

/**
 * A clock that does not move until it is set.
 * @internal for tests.
 */
export function frozenClock(at: string): Clock & { set: (at: string) => void } {
  let current = Temporal.Instant.from(at)
  return {
    now: () => current,
    set: (text) => {
      current = Temporal.Instant.from(text)
    },
  }
}
