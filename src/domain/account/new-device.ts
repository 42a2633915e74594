import type { Instant } from '../tokyo.ts'

/** Ours: a device is new to the account for a day after its first login; most read their mail within it. */
export const NEW_DEVICE_HOURS = 24

/** How long what is ordered from one waits, so that the member can stop it (ours: decision 052). */
export const holdHours = { simOrder: 24, portOut: 2, profileEdit: 24 } as const

/** What waits, waits until a full hour: that is when the due work runs. */
export function holdUntil(now: Instant, hours: number): Instant {
  return now.add({ hours }).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
}
