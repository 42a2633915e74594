import { hourAt, tokyoHour } from './hours.ts'
import { chance, hashText } from './random.ts'
import type { CallRecord } from './calls.ts'
import type { UsageRecord } from './usage.ts'

/** A record on its way: handed out at the end of the hour before `dueHour`, among others by `tie`. */
export type Delivery = {
  stream: 'usage' | 'calls'
  dueHour: number
  tie: number
  lineRef: string
  hour: number
  revision: number
  record: string
}

const share = { late: 0.01, repeated: 0.01, corrected: 0.005 }
const correctionHourOfDay = 6

/** When a usage record is handed out: mostly at once; some late, some twice, some corrected the next day. */
export function usageDeliveries(record: UsageRecord, seed: number, hour: number): Delivery[] {
  const first = deliver('usage', record, record.revision, seed, hour)
  if (chance(seed, hour, 34) >= share.corrected) return first
  const factor = 0.9 + 0.2 * chance(seed, hour, 35)
  const corrected: UsageRecord = {
    ...record,
    highBytes: Math.floor(record.highBytes * factor),
    lowBytes: Math.floor(record.lowBytes * Math.min(factor, 1)),
    revision: 2,
  }
  const dueHour = hourAt(tokyoHour(hour).day + 1, correctionHourOfDay)
  return [...first, toDelivery('usage', corrected, 2, hour, Math.max(dueHour, hour + 1), 0)]
}

export function callDeliveries(record: CallRecord, seed: number, hour: number): Delivery[] {
  return deliver('calls', record, record.revision, seed ^ hashText(record.kind), hour)
}

function deliver(
  stream: Delivery['stream'],
  record: UsageRecord | CallRecord,
  revision: number,
  seed: number,
  hour: number,
): Delivery[] {
  const isLate = chance(seed, hour, 31) < share.late
  const dueHour = hour + 1 + (isLate ? 6 + Math.floor(chance(seed, hour, 32) * 25) : 0)
  const deliveries = [toDelivery(stream, record, revision, hour, dueHour, 0)]
  if (chance(seed, hour, 33) < share.repeated) {
    const again = dueHour + 1 + Math.floor(chance(seed, hour, 36) * 12)
    deliveries.push(toDelivery(stream, record, revision, hour, again, 1))
  }
  return deliveries
}

function toDelivery(
  stream: Delivery['stream'],
  record: UsageRecord | CallRecord,
  revision: number,
  hour: number,
  dueHour: number,
  copy: number,
): Delivery {
  return {
    stream,
    dueHour,
    tie: hashText(`${record.recordId}/${revision}/${copy}`),
    lineRef: record.lineRef,
    hour,
    revision,
    record: JSON.stringify(record),
  }
}
