/** What other areas may use of identity checks. */
export { prepareCheck, type FindSubject } from './commands/prepare-check.ts'
export { checkOfOrder, fieldLabels, listReviews, refusalReason } from './queries.ts'
export { openCheck, writeDecision, type Decision } from './rows.ts'
