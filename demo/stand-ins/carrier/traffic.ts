import { tokyoHour } from './hours.ts'
import { chance, hashText } from './random.ts'
import type { Profile } from './wire.ts'

type Habit = {
  /** Bytes in a 30-day month at high speed, roughly. */
  monthlyBytes: number
  /** Share of the day by hour 0–23 in Japan; only the ratios count. */
  weekday: number[]
  weekend: number[]
}

/** How people use their lines: commutes and lunch, evenings, nights, a child on holiday. */
const habits: Record<Profile, Habit> = {
  idle: {
    monthlyBytes: 20_000_000,
    weekday: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0],
    weekend: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
  },
  light: {
    monthlyBytes: 800_000_000,
    weekday: [1, 0, 0, 0, 0, 0, 2, 4, 3, 1, 1, 2, 5, 2, 1, 1, 1, 3, 4, 3, 3, 3, 2, 1],
    weekend: [1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 2, 3, 3, 2, 2, 2, 3, 3, 3, 2, 1],
  },
  commuter: {
    monthlyBytes: 4_000_000_000,
    weekday: [1, 0, 0, 0, 0, 1, 5, 12, 11, 3, 2, 3, 10, 4, 2, 2, 3, 6, 11, 9, 5, 4, 3, 2],
    weekend: [2, 1, 0, 0, 0, 0, 1, 2, 3, 5, 6, 6, 5, 5, 5, 6, 5, 4, 4, 3, 3, 3, 3, 2],
  },
  night: {
    monthlyBytes: 6_000_000_000,
    weekday: [14, 12, 8, 4, 1, 0, 0, 1, 1, 0, 0, 1, 3, 2, 1, 1, 1, 2, 2, 3, 5, 8, 12, 14],
    weekend: [15, 14, 11, 7, 3, 1, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 6, 9, 12, 14],
  },
  family: {
    monthlyBytes: 9_000_000_000,
    weekday: [1, 0, 0, 0, 0, 1, 4, 7, 5, 4, 5, 5, 7, 5, 4, 6, 7, 6, 5, 6, 8, 9, 6, 3],
    weekend: [1, 1, 0, 0, 0, 0, 2, 4, 7, 10, 11, 10, 8, 9, 10, 10, 9, 8, 6, 7, 8, 8, 5, 3],
  },
  'heavy-child': {
    monthlyBytes: 18_000_000_000,
    weekday: [2, 1, 0, 0, 0, 0, 2, 4, 1, 0, 0, 0, 2, 0, 0, 6, 14, 16, 13, 10, 13, 14, 10, 5],
    weekend: [3, 1, 0, 0, 0, 0, 1, 4, 9, 14, 16, 15, 10, 15, 17, 17, 16, 14, 10, 9, 12, 12, 8, 5],
  },
}

const weekdaysPerMonth = (30 * 5) / 7
const weekendsPerMonth = (30 * 2) / 7

type HourTable = { weekday: number[]; weekend: number[] }

/** Mean bytes of every hour of the day, so that a month comes to the habit's volume. */
const meanBytes = new Map<Profile, HourTable>(
  Object.entries(habits).flatMap(([name, habit]) => {
    const total = sum(habit.weekday) * weekdaysPerMonth + sum(habit.weekend) * weekendsPerMonth
    const scale = (share: number) => (share * habit.monthlyBytes) / total
    const table = { weekday: habit.weekday.map(scale), weekend: habit.weekend.map(scale) }
    return isProfile(name) ? [[name, table] as const] : []
  }),
)

/** What a line would take in an hour if nothing held it back: the same on every machine, in any order. */
export function demandBytes(seed: number, profile: Profile, hour: number): number {
  const { day, hourOfDay, isWeekend } = tokyoHour(hour)
  const table = meanBytes.get(profile)
  const mean = (isWeekend ? table?.weekend : table?.weekday)?.[hourOfDay] ?? 0
  if (mean === 0) return 0
  const ofDay = 0.4 + 1.2 * chance(seed, day, 1)
  // Most hours are quiet and a few are long videos: an exponential, without its far tail.
  const ofHour = Math.min(-Math.log(1 - chance(seed, hour, 2)), 5)
  return Math.floor(mean * ofDay * ofHour)
}

export function lineSeed(lineRef: string, profile: Profile): number {
  return hashText(`${profile}/${lineRef}`)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function isProfile(name: string): name is Profile {
  return Object.hasOwn(habits, name)
}
