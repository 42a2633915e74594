import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  FORECAST_DAYS,
  forecastFrom,
  forecastMethod,
  forecastMonth,
  type LineAhead,
} from '#domain/data/forecast.ts'
import {
  addDays,
  datesFrom,
  type Instant,
  monthOf,
  type TokyoDate,
  toTokyoDate,
} from '#domain/tokyo.ts'
import { adviceOf } from './forecast-advice.ts'
import { type PoolNow, readPool } from './pool.ts'
import { type UsageOfDay, usageOfRecentDays, usedBytesOf } from './usage.ts'

type Known = {
  contract: ContractRow
  lines: readonly LineRow[]
  pool: PoolNow
  /** Of the last FORECAST_DAYS and today. */
  days: readonly UsageOfDay[]
  today: TokyoDate
  book: PriceBook
}

/**
 * The forecast of the contract's month, or the day from which there will be one; neither while the contract or every line is
 * suspended or has no data.
 */
export async function forecastOf({ contract, lines, pool, days, today, book }: Known) {
  if (contract.status !== 'active' && contract.status !== 'cancel_reserved') return {}
  const inService = lines.filter(({ status }) => status === 'active' || status === 'ending')
  if (inService.length === 0) return {}
  const usedBytes = usedBytesOf(days.filter((one) => monthOf(one.day) === monthOf(today)))
  const ahead = {
    today,
    usedBytes,
    remainingBytes: pool.totalBytes,
    lines: inService
      .filter((line) => line.high_speed_on)
      .map((line) => aheadOf(line, contract, days, today)),
    isHoliday: await holidayCalendar(),
  }
  const forecast = forecastMonth(ahead)
  if (forecast === undefined) return { forecastFrom: forecastFrom(ahead) }
  const { emptyEarliestOn, emptyOn, emptyLatestOn, ...volumes } = forecast
  return {
    forecast: {
      method: forecastMethod,
      ...volumes,
      ...(emptyEarliestOn && { emptyEarliestOn }),
      ...(emptyOn && { emptyOn }),
      ...(emptyLatestOn && { emptyLatestOn }),
      advice: adviceOf({
        forecast,
        usedBytes,
        remainingBytes: pool.totalBytes,
        planCode: contract.plan_code,
        isLeaving: contract.status === 'cancel_reserved',
        isAllOn: inService.every((line) => line.high_speed_on),
        today,
        book,
      }),
    },
  }
}

/** A day of service without traffic counts as a day of 0 bytes. */
function aheadOf(
  line: LineRow,
  contract: ContractRow,
  days: readonly UsageOfDay[],
  today: TokyoDate,
): LineAhead {
  const own = new Map(
    days.filter((one) => one.lineId === line.line_id).map((one) => [one.day, one]),
  )
  const earliest = addDays(today, -FORECAST_DAYS)
  const since = line.activated_on ?? today
  const ends = [line.ends_on, contract.ends_on].filter((end) => end !== null).toSorted()
  return {
    endsOn: ends[0],
    days: datesFrom(since > earliest ? since : earliest, today).map((date) => ({
      date,
      usedBytes: own.get(date)?.usedBytes ?? 0,
      lowBytes: own.get(date)?.lowBytes ?? 0,
    })),
  }
}

/** The day on which the data is likely to run out this month; undefined where it lasts, or nobody can tell. */
export async function readRunOut(
  db: Db,
  { book }: { readonly book: PriceBook },
  known: Pick<Known, 'contract' | 'lines'> & { readonly now: Instant },
): Promise<TokyoDate | undefined> {
  const { contract, lines, now } = known
  const today = toTokyoDate(now)
  const [pool, days] = await Promise.all([
    readPool(db, contract.contract_id, now),
    usageOfRecentDays(db, contract.contract_id, today),
  ])
  const { forecast } = await forecastOf({ contract, lines, pool, days, today, book })
  return forecast?.emptyOn
}
