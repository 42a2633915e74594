import holidays from '@holiday-jp/holiday_jp/lib/holidays.js'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { FORECAST_DAYS, forecastMonth, type Forecast } from '#domain/data/forecast.ts'
import {
  addDays,
  addMonths,
  datesFrom,
  dayOfMonth,
  daysInMonth,
  endOfMonth,
  monthOf,
  startOfDay,
  startOfMonth,
  tokyoMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { startHarness } from '../tests/api/harness.ts'
import { median, type Row } from './row.ts'

/** The demo's members begin on this day, so that every run replays the same year. */
const SEEDED_AT = '2026-11-20T10:00:00+09:00'
const MONTHS = 12
const GB = 1_000_000_000
const monthSeeded = tokyoMonth(SEEDED_AT.slice(0, 7))

/**
 * The forecast of the usage page, made anew after every day of the demo members' last twelve whole months from what
 * was known then, against the month as it ended; anchor is the use so far carried on evenly. docs/forecast.md has the
 * figures.
 */
export async function run(): Promise<Row[]> {
  const harness = await startHarness(SEEDED_AT)
  try {
    await seedDemo(harness.services, () => undefined)
    const made = (await readContracts(harness.database.db)).flatMap(replayYear)
    const steady = made.filter((one) => one.isSteady)
    return [
      ...rowsOf('all', made),
      ...rowsOf('nothing switched, bought or joined afterwards', steady),
    ]
  } finally {
    await harness.stop()
  }
}

function rowsOf(of: string, made: readonly Made[]): Row[] {
  const given = made.filter((one) => one.forecast !== undefined)
  const on = [10, 20].map((day) =>
    errorRow(
      of,
      given.filter((one) => one.day === day),
      day,
    ),
  )
  const share = (part: readonly Made[], whole: readonly Made[]) =>
    (100 * part.length) / Math.max(1, whole.length)
  const inside = share(given.filter(isInside), given)
  return [
    ...on,
    {
      what: `forecasts whose range held the month's end (${of}: ${given.length} of ${made.length} days)`,
      unit: '%',
      medianMs: inside,
      anchor: 'four of five',
      anchorMs: 80,
      ratio: inside / 80,
    },
  ]
}

function errorRow(of: string, made: readonly Made[], day: number): Row {
  const [ours, even] = [median(made.map(errorOf)), median(made.map(evenErrorOf))]
  return {
    what: `median absolute error of the month's end after day ${day} (${of}: ${made.length} months)`,
    unit: 'GB',
    medianMs: ours / GB,
    anchor: 'the use so far carried on evenly',
    anchorMs: even / GB,
    ratio: ours / even,
  }
}

/** A forecast of one day and what came of it; use cannot go beyond what there was to use that day. */
type Made = {
  readonly day: number
  readonly forecast: Forecast | undefined
  readonly usedBytes: number
  readonly usableBytes: number
  readonly evenBytes: number
  readonly actualBytes: number
  /** The forecast's assumptions came true: no switch was changed, no data bought, no line added. */
  readonly isSteady: boolean
}

const errorOf = ({ forecast, usableBytes, actualBytes }: Made) =>
  Math.abs(Math.min(forecast?.expectedBytes ?? 0, usableBytes) - actualBytes)

const evenErrorOf = ({ evenBytes, usableBytes, actualBytes }: Made) =>
  Math.abs(Math.min(evenBytes, usableBytes) - actualBytes)

function isInside({ forecast, usableBytes, actualBytes }: Made): boolean {
  if (forecast === undefined) return false
  const { lowBytes, highBytes } = forecast
  return Math.min(lowBytes, usableBytes) <= actualBytes && actualBytes <= Math.max(highBytes, 0)
}

type Contract = {
  readonly lines: readonly { line_id: string; activated_on: TokyoDate }[]
  readonly days: readonly { line_id: string; day: TokyoDate; used: number; low: number }[]
  readonly entries: readonly {
    occurred_at: Instant
    bytes: number
    bucket_kind: string
    kind: string
  }[]
  readonly changes: readonly { line_id: string; turned_on: boolean; changed_at: Instant }[]
}

async function readContracts(db: Db): Promise<Contract[]> {
  const contracts = await db
    .selectFrom('contract')
    .select('contract_id')
    // Of those that have a year behind them.
    .where('started_on', '<=', startOfMonth(addMonths(monthSeeded, -MONTHS)))
    .execute()
  return Promise.all(
    contracts.map(async ({ contract_id: id }) => {
      const lines = await sql<Contract['lines'][number]>`
        select line_id, activated_on from line
        where contract_id = ${id} and activated_on is not null`.execute(db)
      const days = await sql<Contract['days'][number]>`
        select line_id, day, high_bytes - coalesce(uncovered_bytes, 0) as used, low_bytes as low
        from usage_by_day left join usage_uncovered using (contract_id, line_id, day)
        where contract_id = ${id}`.execute(db)
      const entries = await sql<Contract['entries'][number]>`
        select e.occurred_at, e.bytes, e.kind, b.kind as bucket_kind
        from data_entry e join data_bucket b using (contract_id, bucket_id)
        where e.contract_id = ${id}`.execute(db)
      const changes = await sql<Contract['changes'][number]>`
        select line_id, turned_on, changed_at from high_speed_change
        where contract_id = ${id} order by changed_at`.execute(db)
      return { lines: lines.rows, days: days.rows, entries: entries.rows, changes: changes.rows }
    }),
  )
}

function replayYear(contract: Contract): Made[] {
  const last = addMonths(monthSeeded, -1)
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(last, n + 1 - MONTHS))
  return months.flatMap((month) =>
    datesFrom(addDays(startOfMonth(month), 1), endOfMonth(month)).map((today) =>
      madeOn(contract, month, today),
    ),
  )
}

/** At 00:00 of the day, with all that the days before it brought. */
function madeOn(contract: Contract, month: TokyoMonth, today: TokyoDate): Made {
  const { lines, days, entries, changes } = contract
  const now = startOfDay(today)
  const end = startOfDay(startOfMonth(addMonths(month, 1)))
  const isBefore = (at: Instant, than: Instant) => Temporal.Instant.compare(at, than) < 0
  const sum = (rows: readonly { used: number }[]) => rows.reduce((all, one) => all + one.used, 0)
  const inMonth = days.filter((one) => monthOf(one.day) === month)
  const usedBytes = sum(inMonth.filter((one) => one.day < today))
  const remainingBytes = entries
    .filter((one) => isBefore(one.occurred_at, now))
    .reduce((all, one) => all + one.bytes, 0)
  const isOn = (lineId: string) =>
    changes.findLast((one) => one.line_id === lineId && isBefore(one.changed_at, now))?.turned_on ??
    true
  const isAhead = (at: Instant) => !isBefore(at, now) && isBefore(at, end)
  const forecast = forecastMonth({
    today,
    usedBytes,
    remainingBytes,
    lines: lines
      .filter((line) => line.activated_on < today && isOn(line.line_id))
      .map((line) => {
        const earliest = addDays(today, -FORECAST_DAYS)
        const from = line.activated_on > earliest ? line.activated_on : earliest
        const own = new Map(
          days.filter((one) => one.line_id === line.line_id).map((one) => [one.day, one]),
        )
        return {
          endsOn: undefined,
          days: datesFrom(from, addDays(today, -1)).map((date) => ({
            date,
            usedBytes: own.get(date)?.used ?? 0,
            lowBytes: own.get(date)?.low ?? 0,
          })),
        }
      }),
    isHoliday: (date) => Object.hasOwn(holidays, date),
  })
  const day = dayOfMonth(today) - 1
  return {
    day,
    forecast,
    usedBytes,
    usableBytes: usedBytes + remainingBytes,
    evenBytes: (usedBytes / day) * daysInMonth(month),
    actualBytes: sum(inMonth),
    isSteady:
      !changes.some((one) => isAhead(one.changed_at)) &&
      !lines.some((line) => isAhead(startOfDay(line.activated_on))) &&
      !entries.some(
        (one) => one.kind === 'grant' && one.bucket_kind !== 'base' && isAhead(one.occurred_at),
      ),
  }
}
