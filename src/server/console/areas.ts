import type { ConsoleAreaHandlers } from '#backend/area.ts'
import { createStaffArea, type StaffDeps } from '#backend/console/staff/area.ts'
import type { StaffAccess } from '#backend/staff-access.ts'
import { queueOf } from './queue.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Services } from '../services.ts'

/** What the console's areas are made of: what members' areas are, and the staff's directory. */
export type ConsoleDeps = Services & Omit<StaffDeps, keyof Services>

export type ConsoleAreas = ReturnType<typeof createConsoleAreas>

/** The areas of the staff's console. They may ask those of the members; none of those asks them. */
export const createConsoleAreas = (deps: ConsoleDeps) => ({
  staff: createStaffArea(deps),
  queue: queueOf(deps),
})

/** The operations of the console that are built. */
export const consoleHandlersOf = (areas: ConsoleAreas): ConsoleAreaHandlers => ({
  ...areas.staff.handlers,
  ...areas.queue.handlers,
})

/** What the mount asks before and while an operation runs. */
export const staffAccessOf = ({ database }: ConsoleDeps, areas: ConsoleAreas): StaffAccess => ({
  db: database.db,
  stillSignedIn: areas.staff.stillSignedIn,
  // Until there are grants nobody has one.
  openPart: () => Promise.reject(new RefusalError('ACCESS_DENIED')),
})
