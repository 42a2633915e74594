/** What other areas of the console may use of approvals. */
export { isInvolved } from './queries/involved.ts'
export { openedByLaw } from './queries/opened-by-law.ts'
export { propose } from './commands/propose.ts'
export { awaitingApproval, countAwaiting, hasApprovals } from './queries/awaiting.ts'
