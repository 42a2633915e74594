import type { Db } from '#backend/db/connect.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import { instant, isBefore, type Instant } from '#domain/tokyo.ts'

/**
 * Sets aside the records of months that are rolled up: what they would be compared with is gone, and a replay from there
 * would take back what was charged. @returns the others.
 */
export async function keepTooLate(
  db: Db,
  records: UsageRecord[],
  now: Instant,
): Promise<UsageRecord[]> {
  const letGo = await db.selectFrom('usage_let_go').select('before').executeTakeFirst()
  if (letGo === undefined) return records
  const hours = new Set(records.map((record) => record.from))
  const lateHours = new Set([...hours].filter((from) => isBefore(instant(from), letGo.before)))
  const isLate = (record: UsageRecord) => lateHours.has(record.from)
  const late = records.filter(isLate)
  if (late.length === 0) return records
  await db
    .insertInto('usage_late')
    .values(
      late.map((record) => ({
        line_ref: record.lineRef,
        from_at: instant(record.from),
        to_at: instant(record.to),
        record_id: record.recordId,
        revision: record.revision,
        high_bytes: record.highBytes,
        low_bytes: record.lowBytes,
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return records.filter((record) => !isLate(record))
}
