/** What other areas may use of packs and ceilings. */
export { offersOn } from './queries/offers.ts'
export { loadSpent } from './queries/purchase-rule.ts'
export { readAutoSettings, writeAutoSetting } from './rows/spending.ts'
