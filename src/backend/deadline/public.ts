/** What other areas may use of deadlines. */
export { removeLink as removeCalendarLink } from './rows.ts'
