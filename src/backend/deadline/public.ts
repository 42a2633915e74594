/** What other areas may use of deadlines. */
export { calendarAad, removeLink as removeCalendarLink } from './rows.ts'
