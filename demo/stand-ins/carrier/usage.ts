import { hourMs, hourText } from './hours.ts'
import type { ConditionFrom, Line } from './line-store.ts'
import { demandBytes } from './traffic.ts'
import type { SpeedMode } from './wire.ts'

/** One hour of one line, as it goes over the wire. */
export type UsageRecord = {
  recordId: string
  lineRef: string
  from: string
  to: string
  highBytes: number
  lowBytes: number
  revision: number
}

const lowSpeedBytesPerSecond: Record<Exclude<SpeedMode, 'high'>, number> = {
  low: 200_000 / 8,
  throttled: 64_000 / 8,
}

/** What passed in an hour under what was in force, to the second; undefined if nothing did. */
export function usageOfHour(
  line: Line,
  seed: number,
  conditions: ConditionFrom[],
  hour: number,
): UsageRecord | undefined {
  const demand = demandBytes(seed, line.profile, hour)
  if (demand === 0) return undefined
  let highBytes = 0
  let lowBytes = 0
  for (const { from, to, condition } of stretchesOf(line, conditions, hour)) {
    if (condition.suspendedFor.length > 0) continue
    const share = (demand * (to - from)) / hourMs
    const speed = condition.highSpeedOn ? condition.speedMode : lowerOf(condition.speedMode)
    if (speed === 'high') highBytes += share
    else lowBytes += Math.min(share, (lowSpeedBytesPerSecond[speed] * (to - from)) / 1000)
  }
  highBytes = Math.floor(highBytes)
  lowBytes = Math.floor(lowBytes)
  if (highBytes + lowBytes === 0) return undefined
  return {
    recordId: `u-${line.lineRef}-${hour}`,
    lineRef: line.lineRef,
    from: hourText(hour),
    to: hourText(hour + 1),
    highBytes,
    lowBytes,
    revision: 1,
  }
}

function lowerOf(mode: SpeedMode): 'low' | 'throttled' {
  return mode === 'throttled' ? 'throttled' : 'low'
}

/** The stretches of an hour in which the line was alive, each under one condition. */
function* stretchesOf(line: Line, conditions: ConditionFrom[], hour: number) {
  const start = Math.max(hour * hourMs, line.startedAt)
  const end = Math.min((hour + 1) * hourMs, line.endedAt ?? Number.POSITIVE_INFINITY)
  for (let index = lastBefore(conditions, start); index < conditions.length; index += 1) {
    const current = conditions[index]
    if (current === undefined || current.at >= end) return
    const from = Math.max(start, current.at)
    const to = Math.min(end, conditions[index + 1]?.at ?? end)
    if (to > from) yield { from, to, condition: current.condition }
  }
}

/** What is in force on a line at an instant. */
export function conditionAt(conditions: ConditionFrom[], at: number) {
  return conditions[lastBefore(conditions, at)]?.condition
}

/** Index of the last condition that began at or before an instant (conditions are in order). */
function lastBefore(conditions: ConditionFrom[], at: number): number {
  let low = 0
  let high = conditions.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((conditions[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
