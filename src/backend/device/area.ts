import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createClaims } from './claims.ts'
import { createDesk } from './desk.ts'
import { deviceHeld } from './held.ts'
import { deviceHandlers } from './handlers.ts'
import { createPhotographs } from './photographs.ts'
import { createRegistrations } from './registration.ts'

/** Devices that are covered or were bought from us: registration, claims and their photographs (decision 054). */
export function createDeviceArea(deps: ProcedureDeps) {
  const registrations = createRegistrations(deps)
  const claims = createClaims(deps)
  const photographs = createPhotographs(deps)
  const desk = createDesk(deps)
  const work: AreaWork = {
    onExchange: [registrations.onExchange],
    jobs: [desk.work],
    tasks: [{ name: 'claims that waited in vain', run: desk.overdue }],
    held: deviceHeld,
  }
  return {
    handlers: deviceHandlers(deps, { registrations, claims, photographs }),
    work,
    photographs,
  }
}
