import { z } from 'zod'
import { findLine } from '#backend/contract/contracts.ts'
import { requireNoLineUser } from '#backend/contract/family-roles.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { readRange } from '#backend/date-range.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { formatRfc3339, instant, toTokyoDate } from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { usageByDay, usageByHour, usageThrough, usedBytesOf } from './usage.ts'

const DEFAULT_LIMIT = 200

const key = z.tuple([reportedInstant])

/** The carrier's records of one line, newest first; the totals are those of the whole range. */
export async function readPacketLog(
  db: Db,
  sealing: Sealing,
  asked: {
    contractId: string
    lineId: string
    from: string
    to: string
    cursor?: string | undefined
    limit?: number | undefined
    now: Temporal.Instant
  },
): Promise<Answer<typeof dataApi.packetLogGet>> {
  const { contractId, lineId, now } = asked
  const line = await findLine(db, contractId, lineId)
  await requireNoLineUser(db, asked)
  const range = readRange(asked)
  const after = readCursor(asked.cursor, key)
  const limit = asked.limit ?? DEFAULT_LIMIT
  const records = await usageByHour(db, contractId, lineId, {
    ...range,
    before: after === undefined ? undefined : instant(after[0]),
    limit: limit + 1,
  })
  const page = pageOf(records, limit, (record) => [record.from.toString()])
  const days = await usageByDay(db, contractId, { ...range, lineId })
  const today = toTokyoDate(now)
  return {
    ...page,
    rows: page.rows.map((record) => ({
      from: formatRfc3339(record.from),
      to: formatRfc3339(record.to),
      highSpeedBytes: record.usedBytes,
      lowSpeedBytes: record.lowBytes,
      provisional: toTokyoDate(record.from) === today,
      ...(record.revision > 1 ? { correctedAt: formatRfc3339(record.receivedAt) } : {}),
      asOf: formatRfc3339(record.receivedAt),
    })),
    line: toLineName(line, sealing),
    totalHighSpeedBytes: usedBytesOf(days),
    totalLowSpeedBytes: days.reduce((sum, day) => sum + day.lowBytes, 0),
    asOf: formatRfc3339((await usageThrough(db)) ?? now),
  }
}
