import type { Db } from '#backend/db/connect.ts'
import { endOfDay, isBefore, type Instant } from '#domain/tokyo.ts'

/** Did the line have 10分かけ放題 when the call began? From the moment of joining to 24:00 of the last day (billing.md 10). */
export async function loadUnlimited(db: Db, lineIds: readonly string[]) {
  const periods =
    lineIds.length === 0
      ? []
      : await db
          .selectFrom('option_period')
          .select(['line_id', 'joined_at', 'to_on'])
          .where('line_id', 'in', lineIds)
          .where('option_code', '=', 'tenMinuteCalls')
          .execute()
  const byLine = Map.groupBy(periods, ({ line_id }) => line_id)
  return (lineId: string, startedAt: Instant): boolean =>
    (byLine.get(lineId) ?? []).some(
      ({ joined_at: joinedAt, to_on: lastDay }) =>
        !isBefore(startedAt, joinedAt) &&
        (lastDay === null || isBefore(startedAt, endOfDay(lastDay))),
    )
}
