import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { IdentityService } from '#backend/identity/service.ts'
import { simHandlers } from './handlers.ts'
import { createIdentityListener } from './identity-result.ts'
import { lingeringSweep } from './lingering-orders.ts'
import { createSimListener } from './listener.ts'
import { createReportTaker, simSweeps } from './sweeps.ts'

export type SimArea = ReturnType<typeof createSimArea>

export function createSimArea(
  { database, clock, queue, sealing, carrier, outbox, log }: AreaDeps,
  identity: IdentityService,
) {
  const deps = { database, queue, sealing, carrier, outbox, identity, log, now: clock.now }
  const work: AreaWork = {
    sweeps: [...simSweeps(deps), lingeringSweep({ db: database.db, log })],
    onExchange: [createSimListener(deps)],
    onCarrierReport: [createReportTaker(deps)],
    onIdentity: [createIdentityListener(deps)],
  }
  return { handlers: simHandlers(deps), work }
}
