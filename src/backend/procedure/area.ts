import type { ProcedureDeps } from './deps.ts'
import type { AreaWork, QueueRunners } from '#backend/area.ts'
import { lingeringTask } from './lingering-orders.ts'
import { queueHandlers } from './queue-handlers.ts'
import { createProcedureQueue } from './queue-service.ts'
import { procedureHeld } from './held.ts'

/** The queue, which begins what waited, and the watch over orders that do not end. */
export function createProcedureArea(deps: ProcedureDeps, runners: QueueRunners) {
  const { database, commit, log, sealing, procedures } = deps
  const queue = createProcedureQueue({ database, commit, log, runners })
  const work: AreaWork = {
    held: procedureHeld,
    tasks: [
      { name: 'queued procedures', run: queue.work },
      lingeringTask({ db: database.db, procedures, log }),
    ],
  }
  return { handlers: queueHandlers(queue, sealing), work }
}
