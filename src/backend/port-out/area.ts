import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import type { Exchanges } from '#backend/carrier/exchange.ts'
import { portOutHandlers } from './handlers.ts'
import { createEventTaker, createPortOutListener, createReportTaker } from './listener.ts'
import type { OneStopDeps } from './one-stop.ts'
import { portOutSweeps } from './sweeps.ts'
import { wayBack } from './way-back.ts'

export type PortOutArea = ReturnType<typeof createPortOutArea>

export function createPortOutArea(shared: ProcedureDeps, own: Pick<OneStopDeps, 'returnOrigins'>) {
  const { database, clock } = shared
  const deps = { ...shared, ...own, now: clock.now }
  const take = createEventTaker(deps)
  const work: AreaWork = {
    sweeps: portOutSweeps(deps, take),
    onExchange: [createPortOutListener(deps)],
    onCarrierReport: [createReportTaker(take)],
  }
  const service = {
    wayBack: (exchanges: Exchanges, key: { contractId: string; orderNo: string }) =>
      wayBack(database.db, exchanges, own.returnOrigins, key),
  }
  return { handlers: portOutHandlers(deps), work, service }
}
