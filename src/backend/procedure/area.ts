import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from './deps.ts'
import { logLingeringOrders } from './lingering-orders.ts'
import { queueHandlers } from './queue-api.ts'
import { beginDueQueued, type BeginQueued } from './queue.ts'

/** The queue, which begins what waited, and the watch over orders that do not end. */
export function createProcedureArea(deps: ProcedureDeps, begin: BeginQueued) {
  const work: AreaWork = {
    tasks: [
      { name: 'queued procedures', run: (now) => beginDueQueued({ ...deps, begin }, now) },
      { name: 'lingering orders', run: (now) => logLingeringOrders(deps, now) },
    ],
  }
  return { handlers: queueHandlers(deps), work }
}
