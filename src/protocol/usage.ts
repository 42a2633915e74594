import { familyRoles } from '#vocabulary/family.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { bytes, instant, lineId, tokyoDate, tokyoMonth } from './primitives.ts'
import { lineName } from './procedure.ts'

/** High-speed use of an average month: of the last three whole months, or of fewer where there were no more. */
export const averageUse = z
  .object({ months: z.int(), highSpeedBytes: bytes })
  .meta({ id: 'AverageUse' })

/** Where the month will end if use goes on as it does; `low` and `high` bound four cases of five. */
export const forecast = z
  .object({
    method: z.string(),
    expectedBytes: bytes,
    lowBytes: bytes,
    highBytes: bytes,
    /** The day the pool is expected to be empty; absent if it lasts. Four times of five it is not before the earliest nor after the latest. */
    emptyOn: tokyoDate.optional(),
    emptyEarliestOn: tokyoDate.optional(),
    emptyLatestOn: tokyoDate.optional(),
    shortageBytes: bytes,
    advice: z.object({
      action: z.enum(['none', 'topUp', 'largerSize', 'smallerSize', 'switchOff']),
      message: z.string(),
      path: z.string().optional(),
    }),
  })
  .meta({ id: 'Forecast' })

/** High-speed volumes here are what was taken from the data: less than the line took in an hour in which it ran out. */
const daily = z
  .object({
    date: tokyoDate,
    highSpeedBytes: bytes,
    lowSpeedBytes: bytes,
    provisional: z.boolean(),
  })
  .meta({ id: 'DailyUsage' })

const monthly = z
  .object({
    month: tokyoMonth,
    highSpeedBytes: bytes,
    lowSpeedBytes: bytes,
    /** To the whole contract; to the user of a line 0. */
    grantedBytes: bytes,
    /** Left from before and given in the month: what could be used in it. Of the whole contract, where it was asked for. */
    usableBytes: bytes.optional(),
    provisional: z.boolean(),
  })
  .meta({ id: 'MonthlyUsage' })

const usageOf = {
  today: daily,
  thisMonth: monthly,
  /** 31 days, oldest first, today last; none from before the service began. */
  days: z.array(daily),
  /** 13 months, oldest first, this month last; none from before the service began. */
  months: z.array(monthly),
}

export const usageApi = {
  statusUsageGet: memberEndpoint('GET', '/api/status/usage', {
    spec: '7.2 Data and lines',
    roles: familyRoles,
    scope: 'usage:read',
    summary: 'データ利用量（日別・月別・今月の見込み）',
    query: z.object({
      lineId: lineId.optional(),
      /** Also what could be used in each month. */
      usable: z.enum(['true']).optional(),
    }),
    result: z
      .object({
        /** The whole contract, or the one line that was asked for. */
        ...usageOf,
        lines: z.array(z.object({ line: lineName, ...usageOf })),
        /** Of the whole contract; absent before its first whole month, and where one line was asked for. */
        averageUse: averageUse.optional(),
        /** Up to this day the use is of before: as a user of the line at the contract of the family. */
        formerUntil: tokyoDate.optional(),
        /** Of the contract’s pool; absent without data, without enough days, and where one line was asked for. */
        forecast: forecast.optional(),
        /** About when there will be one, where a line is too new for it. */
        forecastFrom: tokyoDate.optional(),
        asOf: instant,
      })
      .meta({ id: 'Usage' }),
  }),
}
