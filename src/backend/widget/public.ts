/** What other areas may use of widgets. */
export { removeWidgets, removeWidgetsOfAccount } from './rows.ts'
