import { megabytes } from '#domain/bytes.ts'
import type { Threshold } from '#domain/data/alert.ts'

export type AlertSettings = {
  channel: 'mail' | 'none'
  thresholds: readonly Threshold[]
  /** Told when the data is used up. */
  usedUp: boolean
}

/** What a member who has set nothing is told of (ours). */
export const defaultSettings: AlertSettings = {
  channel: 'mail',
  thresholds: [
    { unit: 'remainingBytes', value: megabytes(500), enabled: true },
    { unit: 'usedPercent', value: 80, enabled: false },
    { unit: 'chargesYen', value: 3000, enabled: false },
  ],
  usedUp: true,
}
