/** What other areas may use of widgets; whoever is to be shut out is shut out by `endWaysWithoutLogin`. */
export { removeWidgets, removeWidgetsOfAccount } from './rows.ts'
