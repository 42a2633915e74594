import { planCodeOf } from '#backend/contract/facts.ts'
import { isServed } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { decideCapChange } from '#domain/data/decide-cap.ts'
import { marksOf, nothingUsed } from '#domain/data/line-cap.ts'
import {
  addMonths,
  endOfDay,
  formatRfc3339,
  type Instant,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineCapApi } from '#protocol/line-cap.ts'
import {
  capOf,
  type CapRow,
  capsOf,
  capUsesOf,
  type LiftRow,
  liftFrom,
  liftsOf,
  openReachesOf,
  type ReachRow,
} from '../rows/line-caps.ts'
import { readPool } from './pool.ts'
import { usageOfRecentDays } from './usage.ts'

type WireLineCap = Answer<typeof lineCapApi.lineCapGet>

export const hasVolume = (row: CapRow) => row.day_bytes !== null || row.month_bytes !== null

/** A line's cap as its page shows it: what was set, what is used, and whether the line is slow because of it. */
export async function readLineCap(
  db: Db,
  sealing: Sealing,
  asked: { readonly contractId: string; readonly lineId: string; readonly now: Instant },
): Promise<WireLineCap> {
  const { contractId, lineId, now } = asked
  const today = toTokyoDate(now)
  const known = await loadContract(db, contractId)
  const line = lineOf(known, lineId)
  const [caps, lifts, open, uses, recent, pool] = await Promise.all([
    capsOf(db, [contractId]),
    liftsOf(db, [contractId], now),
    openReachesOf(db, [contractId]),
    capUsesOf(db, [contractId], now),
    usageOfRecentDays(db, contractId, today),
    readPool(db, contractId, now),
  ])
  const mayChange = decideCapChange(known.contract, line)
  const ofLine = (one: { readonly line_id: string }) => one.line_id === lineId
  const row = caps.find(ofLine)
  const own = row !== undefined && hasVolume(row) ? row : undefined
  const used = uses.get(lineId) ?? nothingUsed
  const reach = open.find(ofLine)
  const { baseBytes } = planOn(planCodeOf(known.contract), today)
  const mostOfDay = recent.reduce(
    (most, day) => (day.lineId === lineId ? Math.max(most, day.usedBytes) : most),
    0,
  )
  return {
    line: toLineName(line, sealing),
    change: mayChange.ok ? { allowed: true } : refusedWhy(mayChange.code),
    ...(own && { cap: toWireCap(own) }),
    used: { dayBytes: used.day, monthBytes: used.month },
    ...(reach && { reached: toWireReach(reach, now) }),
    ...(own && toWireLift(own, lifts.filter(ofLine))),
    sum: { monthBytes: sumOfCaps(caps, known), baseBytes },
    reach: { dayBytes: mostOfDay, monthBytes: Math.max(baseBytes, used.month) },
    asOf: formatRfc3339(pool.asOf),
  }
}

function toWireCap(row: CapRow): NonNullable<WireLineCap['cap']> {
  return {
    ...(row.day_bytes !== null && { dayBytes: row.day_bytes }),
    ...(row.month_bytes !== null && { monthBytes: row.month_bytes }),
    atCap: row.at_cap,
    ...(row.warn_percent !== null && { warnPercent: row.warn_percent }),
    setAt: formatRfc3339(row.set_at),
  }
}

export function toWireReach({ period, reached_at, cap_bytes, used_bytes }: ReachRow, now: Instant) {
  const ends =
    period === 'day'
      ? endOfDay(toTokyoDate(now))
      : startOfDay(startOfMonth(addMonths(toTokyoMonth(now), 1)))
  return {
    period,
    at: formatRfc3339(reached_at),
    capBytes: cap_bytes,
    usedBytes: used_bytes,
    until: formatRfc3339(ends),
  }
}

function toWireLift(row: CapRow, lifts: readonly LiftRow[]) {
  const [first] = lifts
  if (first === undefined) return {}
  const { day, month } = marksOf(capOf(row), lifts.map(liftFrom))
  return {
    lift: {
      until: formatRfc3339(first.until_at),
      ...(day !== undefined && { dayBytes: day }),
      ...(month !== undefined && { monthBytes: month }),
    },
  }
}

/** Of the lines that are there; a line without a cap a month may use everything and adds nothing. */
function sumOfCaps(caps: readonly CapRow[], { lines }: LoadedContract): number {
  const served = new Set(lines.filter(isServed).map((line) => line.line_id))
  return caps
    .filter((row) => served.has(row.line_id))
    .reduce((sum, row) => sum + (row.month_bytes ?? 0), 0)
}
