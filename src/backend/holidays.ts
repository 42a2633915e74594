import type { TokyoDate } from '#domain/tokyo.ts'

/**
 * Public holidays of Japan; the package's own Date form depends on the server's zone, its keys do not. Loaded when it is
 * first asked for: no start needs it.
 */
export async function holidayCalendar() {
  calendar ??= import('@holiday-jp/holiday_jp/lib/holidays.js').then(
    ({ default: holidays }) =>
      (date: TokyoDate) =>
        Object.hasOwn(holidays, date),
  )
  return calendar
}

/** One for the process: what is worked out from it is kept by it. */
let calendar: Promise<(date: TokyoDate) => boolean> | undefined
