import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { createCalendar } from './calendar.ts'
import { deadlineHandlers } from './handlers.ts'
import { deadlineHeld } from './held.ts'

/** The dates a member should know, as a list and as a calendar: of the orders under way and of what areas declare. */
export function createDeadlineArea({ procedures, sealing, publicUrl }: ProcedureDeps) {
  const calendar = createCalendar({ procedures, sealing, publicUrl })
  const work: AreaWork = { held: deadlineHeld }
  return { handlers: deadlineHandlers({ procedures, calendar, sealing }), work, calendar }
}
