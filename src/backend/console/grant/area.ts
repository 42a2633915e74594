import type { StaffAccess } from '#backend/staff-access.ts'
import type { Instant } from '#domain/tokyo.ts'
import { grantHandlers, type GrantDeps } from './api.ts'
import { expireGrants } from './commands/end-grants.ts'
import { openPart } from './commands/open-part.ts'

/** Members' records opened by staff: out of a case, part by part, each reading noted before it leaves. */
export function createGrantArea(deps: GrantDeps) {
  const open: StaffAccess['openPart'] = (tx, staff, grantId, part, now) =>
    openPart(tx, { staff, grantId, part, now })
  return {
    handlers: grantHandlers(deps),
    openPart: open,
    /** Of the worker: what the clock has ended. */
    expire: (now: Instant) => expireGrants(deps, now),
  }
}
