/** What other areas may use of orders for SIMs. */
export { insertPreparingLine, stepLine, switchLine } from './commands/change-line.ts'
export { openLine } from './commands/open-line.ts'
export { stopSimOrders } from './commands/stop-orders.ts'
export type { LineMove, OpeningHooks } from './commands/take-effect.ts'
export { withdrawLines } from './commands/cancel-order.ts'
export { openingProgress, type OpeningProgress } from './queries/opening-progress.ts'
export { expectedArrival } from './queries/order-plan.ts'
export { findSwitchedWhileFrozen, switchedWhileFrozen } from './queries/switched-while-frozen.ts'
export {
  chosenOptions,
  sealChosen,
  sealedChosen,
  type ChosenOption,
} from './rows/chosen-options.ts'
export { lineTerms } from './terms.ts'
