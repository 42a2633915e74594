/** What other areas may use of packs and ceilings. */
export { buyTopUp } from './commands/buy-top-up.ts'
export { readOnePack } from './queries/one-pack.ts'
export { offersOn } from './queries/offers.ts'
export { loadSpent } from './queries/purchase-rule.ts'
export { readAutoSettings, writeAutoSetting } from './rows/spending.ts'
