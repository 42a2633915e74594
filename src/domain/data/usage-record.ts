import type { Bytes } from '#domain/bytes.ts'
import {
  addMonths,
  type Instant,
  startOfMonth,
  type TokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'

/** What the carrier reports: one line, one period, high- and low-speed bytes. Revisions replace. */
export type UsageRecord = {
  readonly recordId: string
  readonly revision: number
  readonly lineId: string
  readonly from: Instant
  /** First instant after the period. */
  readonly to: Instant
  readonly highBytes: Bytes
  readonly lowBytes: Bytes
}

/**
 * The moment a record is charged at: the last millisecond of its period. An hour before midnight
 * belongs to the old day, and a pack bought within the hour can pay for it.
 */
export function chargedAtMs(record: UsageRecord): number {
  return record.to.epochMilliseconds - 1
}

/** The record in force for each id: the highest revision; the larger volume if two claim the same. */
export function latestRevisions(records: readonly UsageRecord[]): readonly UsageRecord[] {
  const latest = new Map<string, UsageRecord>()
  for (const record of records) {
    const known = latest.get(record.recordId)
    if (known === undefined || replaces(record, known)) latest.set(record.recordId, record)
  }
  return [...latest.values()]
}

type Claim = { readonly revision: number; readonly highBytes: number }

/** Whether a record counts instead of one that is known: a repeated or outdated one changes nothing. */
export function replaces(record: Claim, known: Claim): boolean {
  return record.revision === known.revision
    ? record.highBytes > known.highBytes
    : record.revision > known.revision
}

/** Whole months before the present one whose records are stored hour by hour (ours): a listing reaches back 400 days. */
export const HOURLY_MONTHS = 13

/** Records from before this day are rolled up: only the sum of each day is stored. */
export function hourlyFrom(now: Instant): TokyoDate {
  return startOfMonth(addMonths(toTokyoMonth(now), -HOURLY_MONTHS))
}
