import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { ticketHandlers } from './api.ts'

export function createTicketArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: ticketHandlers(deps), work }
}
