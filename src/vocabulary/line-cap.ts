/** What a cap counts over: the day or the month of the Japanese calendar. */
export const capPeriods = ['day', 'month'] as const
export type CapPeriod = (typeof capPeriods)[number]

export const capPeriodLabels: Readonly<Record<CapPeriod, string>> = { day: '1日', month: '1か月' }

/** What happens besides low speed when a line has reached its cap. */
export const atCapChoices = ['slow', 'ask'] as const
export type AtCap = (typeof atCapChoices)[number]

export const atCapLabels: Readonly<Record<AtCap, string>> = {
  slow: '低速のままにする',
  ask: '契約者に聞く',
}

/** Megabytes that the holder may allow a line beyond its cap, for today (ours). */
export const liftMegabytes = [300, 500, 1000] as const
