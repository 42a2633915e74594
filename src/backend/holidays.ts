import type { TokyoDate } from '#domain/tokyo.ts'

/**
 * Public holidays of Japan; the package's own Date form depends on the server's zone, its keys do not. Loaded when it is
 * first asked for: no start needs it.
 */
export async function holidayCalendar() {
  const { default: holidays } = await import('@holiday-jp/holiday_jp/lib/holidays.js')
  return (date: TokyoDate) => Object.hasOwn(holidays, date)
}
