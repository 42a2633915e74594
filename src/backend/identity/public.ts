/** What other areas may use of identity checks. */
export { decideReview, identityDecisionsJob } from './commands/decide-review.ts'
export { prepareCheck, type CheckSubject, type FindSubject } from './commands/prepare-check.ts'
export { recordIdentity } from './commands/record-identity.ts'
export { checkOfOrder, fieldLabels, listReviews, refusalReason } from './queries.ts'
export { latestRecord, readRecord, recordLines, recordPage } from './queries/record.ts'
export { findCheckOfOrder, openCheck, openCompared } from './rows/checks.ts'
export type { Decision, Staff } from './rows/decisions.ts'
