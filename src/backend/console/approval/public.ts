/** What other areas of the console may use of approvals. */
export { awaitingApproval, hasApprovals } from './queries/awaiting.ts'
