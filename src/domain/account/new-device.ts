import type { Instant } from '../tokyo.ts'

/** Ours: a device is new to the account for 24 hours after its first login; most members read their mail within that time. */
export const NEW_DEVICE_HOURS = 24

/** A hold ends at a full hour, when scheduled tasks run. */
export function holdUntil(now: Instant, hours: number): Instant {
  return now.add({ hours }).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
}
