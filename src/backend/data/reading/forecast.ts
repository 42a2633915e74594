import holidays from '@holiday-jp/holiday_jp/lib/holidays.js'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { bytes } from '#domain/bytes.ts'
import { forecastMethod, forecastMonth } from '#domain/data/forecast.ts'
import { addDays, datesFrom, daysBetween, monthOf, type TokyoDate } from '#domain/tokyo.ts'
import type { PoolNow } from '../ledger/pool-service.ts'
import { usedBytesOf, type UsageOfDay } from '../usage/usage-queries.ts'
import { adviceOf } from './advice.ts'

/** How far back a forecast looks: eight weeks. */
export const FORECAST_DAYS = 56
/** Fewer whole days than a week say nothing about the days of a week (ours). */
const FEWEST_DAYS = 7

/**
 * Where the contract's month is going to end; none without a pool, in a contract's first week, or while it is
 * suspended: days that could not be used say nothing about the days to come.
 */
export function forecastOf(known: {
  contract: ContractRow
  pool: PoolNow
  days: readonly UsageOfDay[]
  today: TokyoDate
}) {
  const { contract, pool, days, today } = known
  if (contract.status !== 'active' && contract.status !== 'cancel_reserved') return undefined
  const startedOn = contract.started_on ?? today
  if (daysBetween(startedOn, today) < FEWEST_DAYS || pool.buckets.length === 0) return undefined
  const earliest = addDays(today, -FORECAST_DAYS)
  const from = startedOn > earliest ? startedOn : earliest
  const byDay = Map.groupBy(days, (one) => one.day)
  // A day of service without traffic was a day of no use, not a day unknown.
  const used = new Map(
    datesFrom(from, today).map((date) => [date, bytes(usedBytesOf(byDay.get(date) ?? []))]),
  )
  const forecast = forecastMonth(used, today, pool.totalBytes, isHoliday)
  const usedBytes = usedBytesOf(days.filter((one) => monthOf(one.day) === monthOf(today)))
  const { emptyOn, ...volumes } = forecast
  return {
    method: forecastMethod,
    ...volumes,
    ...(emptyOn === undefined ? {} : { emptyOn }),
    advice: adviceOf({
      forecast,
      usedBytes,
      remainingBytes: pool.totalBytes,
      planCode: contract.plan_code,
      isLeaving: contract.status === 'cancel_reserved',
      today,
    }),
  }
}

/** A public holiday of Japan; the package's own Date form depends on the server's zone, its keys do not. */
function isHoliday(date: TokyoDate) {
  return Object.hasOwn(holidays, date)
}
