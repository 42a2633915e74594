import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { ticketHandlers } from './api.ts'

export function createTicketArea(deps: ProcedureDeps) {
  const work: AreaWork = {}
  return { handlers: ticketHandlers(deps), work }
}
