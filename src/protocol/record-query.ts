import { cursor, lineId, queryNumber, tokyoDate } from './primitives.ts'

/** Which records of a line: from one day to another, both included, a page at a time. */
export const recordQuery = {
  lineId,
  from: tokyoDate,
  to: tokyoDate,
  cursor: cursor.optional(),
  limit: queryNumber(1, 1000).optional(),
}
