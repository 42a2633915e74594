/** What a monthly ceiling may be set to, in yen with tax (ours). */
export const limitYenBounds = { least: 500, most: 100_000 } as const

/** Percent of the ceiling at which the member is notified, once each (ours). */
export const warningPercents = [80, 100] as const
export type WarningPercent = (typeof warningPercents)[number]

/** Automatic top-ups a member may agree to in a month (ours). */
export const MOST_TIMES_A_MONTH = 10
