import { approvalHandlers } from './api.ts'

export { expireApprovals } from './commands/decide.ts'

export const createApprovalArea = (deps: Parameters<typeof approvalHandlers>[0]) => ({
  handlers: approvalHandlers(deps),
})
