import type { ConsoleHandlers } from '#backend/area.ts'
import { createApprovalArea } from '#backend/console/approval/area.ts'
import { behalfHandlers } from '#backend/console/behalf/api.ts'
import { auditHandlers } from '#backend/console/audit/api.ts'
import { outageDeskHandlers } from '#backend/console/outage/api.ts'
import type { createStaffArea } from '#backend/console/staff/area.ts'
import { ticketHandlers } from '#backend/console/ticket/api.ts'
import type { StaffAccess } from '#backend/staff-access.ts'
import type { Services } from '../services.ts'
import { grantOf } from './grant.ts'
import { queueOf } from './queue.ts'

export type ConsoleAreas = ReturnType<typeof createConsoleAreas>

/** The areas of the staff's console beside its login. They may ask those of the members; none of those asks them. */
export const createConsoleAreas = (services: Services) => ({
  audit: { handlers: auditHandlers(services) },
  queue: queueOf(services),
  grant: grantOf(services),
  approval: createApprovalArea({ ...services, recordAnswer: services.exchanges.recordAnswer }),
  outage: { handlers: outageDeskHandlers(services) },
  ticket: { handlers: ticketHandlers(services) },
  behalf: { handlers: behalfHandlers(services.member) },
})

/** Every operation of the console; it does not compile while one is missing. */
export const consoleHandlersOf = (
  staff: Pick<ReturnType<typeof createStaffArea>, 'handlers'>,
  areas: ConsoleAreas,
): ConsoleHandlers => ({
  ...staff.handlers,
  ...areas.audit.handlers,
  ...areas.queue.handlers,
  ...areas.grant.handlers,
  ...areas.approval.handlers,
  ...areas.outage.handlers,
  ...areas.ticket.handlers,
})

/** What the mount asks before an operation reads a part of a member's record. */
export const openPartOf = (areas: ConsoleAreas): StaffAccess['openPart'] => areas.grant.openPart
