import type { Instant } from '../tokyo.ts'

/** Ours: a device is new to the account for a day after its first login; most read their mail within it. */
export const NEW_DEVICE_HOURS = 24

/** What waits, waits until a full hour: that is when the due work runs. */
export function holdUntil(now: Instant, hours: number): Instant {
  return now.add({ hours }).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
}
