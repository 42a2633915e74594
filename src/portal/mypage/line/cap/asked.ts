import type { LineCap } from '#portal/mypage/shared/wire.ts'

export type Over = 'day' | 'month' | 'both' | 'none'

/** What the form asks for, as it stands in the address: volumes in MB as they were typed. */
export type AskedCap = { readonly over: Over; readonly dayMb: string; readonly monthMb: string }

const MB = 1_000_000

/** Ours: what is proposed where nothing is set yet. */
const DAY_MB = 300

const overs: readonly string[] = ['day', 'month', 'both', 'none'] satisfies Over[]
const isOver = (text: string | null): text is Over => text !== null && overs.includes(text)

/** What the address asks for, else the cap that is set, else a third of what the size gives. */
export function askedCap(search: URLSearchParams, known: LineCap): AskedCap {
  const { cap, sum } = known
  const set: Over =
    cap === undefined
      ? 'month'
      : cap.dayBytes === undefined
        ? 'month'
        : cap.monthBytes === undefined
          ? 'day'
          : 'both'
  const over = search.get('over')
  const monthBytes =
    cap?.monthBytes ?? Math.max(1, Math.round(sum.baseBytes / 3 / (500 * MB))) * 500 * MB
  return {
    over: isOver(over) ? over : set,
    dayMb: search.get('dayMb') ?? String((cap?.dayBytes ?? DAY_MB * MB) / MB),
    monthMb: search.get('monthMb') ?? String(monthBytes / MB),
  }
}

/** Whether it is what is set: nothing would change by saving it. */
export function isSetAlready({ over, dayMb, monthMb }: AskedCap, { cap }: LineCap): boolean {
  const day = over === 'day' || over === 'both' ? Number(dayMb) * MB : undefined
  const month = over === 'month' || over === 'both' ? Number(monthMb) * MB : undefined
  return cap?.dayBytes === day && cap?.monthBytes === month
}

/** How far the sliders reach, in MB: twice what is usual, so that the choice lies in the middle. */
export function slidersOf({ reach }: LineCap) {
  const roundUp = (bytes: number, step: number) => Math.ceil(bytes / MB / step) * step
  return {
    day: { most: Math.max(600, roundUp(reach.dayBytes, 100)), step: 50 },
    month: { most: Math.max(3000, roundUp(reach.monthBytes, 1000)), step: 100 },
  }
}
