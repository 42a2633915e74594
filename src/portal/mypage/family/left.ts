import type { Family, FamilyLine } from './wire.ts'

export type Left = {
  readonly title: string
  readonly bytes: number
  /** Of which it is left. */
  readonly capacityBytes: number
  /** What it is the rest of. */
  readonly of: 'all' | 'day' | 'month'
}

/** What somebody can still use: of a user whose line has a cap the least of what is left, of the day, of the month and of all. */
export function leftOf({ role, leftBytes, shared, lines }: Family): Left {
  const [own] = lines
  const isUser = role === 'lineUser' && own !== undefined
  const used = isUser ? own.usedThisMonthBytes : 0
  const all: Left = {
    title: shared ? '家族みんなの残り' : '残り',
    bytes: leftBytes,
    capacityBytes: leftBytes + used,
    of: 'all',
  }
  if (!isUser) return all
  return capsLeft(own).reduce<Left>((least, cap) => (cap.bytes < least.bytes ? cap : least), all)
}

/** What the caps of a line leave, with what was allowed for today. */
export function capsLeft({ today, usedTodayBytes, usedThisMonthBytes }: FamilyLine): Left[] {
  const left = (of: 'day' | 'month', capacityBytes: number | undefined, used: number): Left[] =>
    capacityBytes === undefined
      ? []
      : [{ title: titles[of], bytes: Math.max(0, capacityBytes - used), capacityBytes, of }]
  return [
    ...left('day', today.dayBytes, usedTodayBytes),
    ...left('month', today.monthBytes, usedThisMonthBytes),
  ]
}

const titles = { day: 'きょうの残り', month: '今月の残り' } as const
