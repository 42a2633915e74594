import type { ConsoleHandlers } from '#backend/area.ts'
import { createApprovalArea } from '#backend/console/approval/area.ts'
import { createBehalfArea } from '#backend/console/behalf/area.ts'
import { createAuditArea } from '#backend/console/audit/area.ts'
import { createOutageDeskArea } from '#backend/console/outage/area.ts'
import type { createStaffArea } from '#backend/console/staff/area.ts'
import { createTicketArea } from '#backend/console/ticket/area.ts'
import type { StaffAccess } from '#backend/staff-access.ts'
import type { Services } from '../services.ts'
import { grantOf } from './grant.ts'
import { queueOf } from './queue.ts'

export type ConsoleAreas = ReturnType<typeof createConsoleAreas>

/** The areas of the staff's console beside its login. They may ask those of the members; none of those asks them. */
export const createConsoleAreas = (services: Services) => ({
  audit: createAuditArea(services),
  queue: queueOf(services),
  grant: grantOf(services),
  approval: createApprovalArea({ ...services, recordAnswer: services.exchanges.recordAnswer }),
  outage: createOutageDeskArea(services),
  ticket: createTicketArea(services),
  behalf: createBehalfArea(services),
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
