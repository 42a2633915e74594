import { sql } from 'kysely'
import { findContract, findLine, findLines, type LineRow } from '#backend/contract/contracts.ts'
import { userBeforeLeftOn } from '#backend/contract/family-roles.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { averageUse } from '#domain/data/average-use.ts'
import {
  addDays,
  addMonths,
  datesFrom,
  formatRfc3339,
  monthOf,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
  tokyoMonth,
  toTokyoDate,
} from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { usageApi } from '#protocol/usage.ts'
import { readFormerUse } from '../rows/former-use.ts'
import { forecastOf } from './forecast.ts'
import { readGrantedByMonth, readPool } from './pool.ts'
import {
  usageByMonth,
  type UsageOfDay,
  type UsageOfMonth,
  usageOfRecentDays,
  usedBytesOf,
} from './usage.ts'

/** Shown at once: the last day and the 30 days before it; its month and the 12 before it. */
const DAYS = 31

const MONTHS = 13

type Read = {
  days: readonly UsageOfDay[]
  months: readonly UsageOfMonth[]
  granted: ReadonlyMap<TokyoMonth, number>
  /** Of the whole contract, where it was asked for. */
  usable?: ReadonlyMap<TokyoMonth, number> | undefined
  /** Today, or the last day of a contract that is over: after it nobody could use anything. */
  lastDay: TokyoDate
  /** The last day is over, so that its figures are final. */
  isOver: boolean
  /** The first day to show, of service or of what was used before it; null before the service, when there is none. */
  firstDay: TokyoDate | null
}

/**
 * Use by day and by month, of the whole contract or of one line, and where the month is going to end.
 * @param asked.userRoleId of the user of the line, who sees nobody else's days and not what was given to all
 */
export async function readUsage(
  db: Db,
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
  asked: {
    contractId: string
    lineId?: string | undefined
    usable?: 'true' | undefined
    userRoleId?: string | undefined
    now: Temporal.Instant
  },
): Promise<Answer<typeof usageApi.statusUsageGet>> {
  const { contractId, lineId, userRoleId, now } = asked
  const today = toTokyoDate(now)
  const contract = await findContract(db, contractId)
  const { started_on: startedOn, ends_on: endsOn } = contract
  const lastDay = endsOn !== null && endsOn < today ? endsOn : today
  const firstMonth = addMonths(monthOf(lastDay), 1 - MONTHS)
  const [lines, pool, days, months, granted, usable] = await Promise.all([
    linesAsked(db, contractId, lineId),
    readPool(db, contractId, now),
    usageOfRecentDays(db, contractId, lastDay),
    usageByMonth(db, contractId, { from: startOfMonth(firstMonth), to: lastDay }),
    userRoleId === undefined ? readGrantedByMonth(db, contractId, firstMonth) : new Map(),
    asked.usable && lineId === undefined ? readUsableByMonth(db, contractId) : undefined,
  ])
  const former = await readFormerUse(db, contractId, {
    from: startOfMonth(firstMonth),
    to: lastDay,
  })
  const shown = { days: [...former.days, ...days], months: [...former.months, ...months] }
  const [formerDay] = former.days.map(({ day }) => day).toSorted()
  const ownDay = userRoleId === undefined ? undefined : await userBeforeLeftOn(db, userRoleId)
  const firstDay = startedOn === null ? null : (ownDay ?? formerDay ?? startedOn)
  const read: Read = { ...shown, granted, lastDay, isOver: lastDay < today, firstDay }
  const average =
    startedOn === null || lineId !== undefined ? undefined : averageUse(months, startedOn, lastDay)
  const ahead =
    lineId === undefined ? await forecastOf({ contract, lines, pool, days, today, book }) : {}
  return {
    ...usageOf({ ...read, usable }, lineId === undefined ? undefined : [lineId]),
    lines: lines.map((line) => ({
      line: toLineName(line, sealing),
      ...usageOf(read, [line.line_id]),
    })),
    averageUse: average,
    formerUntil: former.until,
    ...ahead,
    asOf: formatRfc3339(pool.asOf),
  }
}

async function linesAsked(db: Db, contractId: string, lineId: string | undefined) {
  if (lineId !== undefined) return [await findLine(db, contractId, lineId)]
  return (await findLines(db, contractId)).filter((line) => line.status !== 'preparing')
}

/** Of the lines named, or of all: lines that have ended count for the contract too. */
function usageOf(read: Read, lineIds: readonly LineRow['line_id'][] | undefined) {
  const counts = ({ lineId }: { lineId: string }) => lineIds?.includes(lineId) ?? true
  const days = toDays(read.days.filter(counts), read)
  const months = toMonths(read.months.filter(counts), read)
  const today = days.at(-1)
  const thisMonth = months.at(-1)
  if (today === undefined || thisMonth === undefined) throw new Error('no day is shown')
  const { firstDay } = read
  if (firstDay === null) return { today, thisMonth, days: [], months: [] }
  // Days before the service are left out: "0 MB, final" would be wrong, nobody could use anything.
  return {
    today,
    thisMonth,
    days: days.filter(({ date }) => date >= firstDay),
    months: months.filter(({ month }) => month >= monthOf(firstDay)),
  }
}

function toDays(used: readonly UsageOfDay[], { lastDay, isOver }: Read) {
  return datesFrom(addDays(lastDay, 1 - DAYS), lastDay).map((date) => ({
    date,
    ...volumesOf(used.filter((one) => one.day === date)),
    provisional: !isOver && date === lastDay,
  }))
}

function toMonths(used: readonly UsageOfMonth[], { granted, usable, lastDay, isOver }: Read) {
  const lastMonth = monthOf(lastDay)
  return Array.from({ length: MONTHS }, (_, n) => addMonths(lastMonth, n + 1 - MONTHS)).map(
    (month) => ({
      month,
      ...volumesOf(used.filter((one) => one.month === month)),
      grantedBytes: granted.get(month) ?? 0,
      ...(usable && { usableBytes: usable.get(month) ?? 0 }),
      provisional: !isOver && month === lastMonth,
    }),
  )
}

function volumesOf(used: readonly { usedBytes: number; lowBytes: number }[]) {
  return {
    highSpeedBytes: usedBytesOf(used),
    lowSpeedBytes: used.reduce((sum, one) => sum + one.lowBytes, 0),
  }
}

/**
 * What could be used in each month: what was left when it began, and what was given in it. An expiry at the end of a
 * month belongs to the month before.
 */
async function readUsableByMonth(
  db: Db,
  contractId: string,
): Promise<ReadonlyMap<TokyoMonth, number>> {
  const { rows } = await sql<{ month: string; change: number; granted: number }>`
    select to_char(
        (occurred_at - case when kind = 'expire' then interval '1 microsecond' else interval '0' end)
          at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
      sum(bytes)::bigint as change,
      coalesce(sum(bytes) filter (where kind = 'grant'), 0)::bigint as granted
    from data_entry where contract_id = ${contractId} group by 1 order by 1`.execute(db)
  const usable = new Map<TokyoMonth, number>()
  let left = 0
  for (const { month, change, granted } of rows) {
    usable.set(tokyoMonth(month), left + granted)
    left += change
  }
  return usable
}
