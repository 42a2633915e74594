import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { StopOrders } from '#backend/billing/public.ts'
import { cancellationHandlers } from './api.ts'
import { acceptInitialCancel, acceptInitialCancelJob } from './commands/initial-cancel.ts'
import {
  executeAwaiting,
  executeCancellations,
  releaseCancellations,
} from './commands/run-bookings.ts'

export function createCancellationArea(shared: ProcedureDeps, stopOrders: StopOrders) {
  const deps = { ...shared, stopOrders }
  const work: AreaWork = {
    jobs: [
      runJob(acceptInitialCancelJob, (key) => acceptInitialCancel(deps, key, deps.clock.now())),
    ],
    tasks: [
      { name: 'cancellations due', run: (now) => executeCancellations(deps, now) },
      {
        name: 'cancellations waiting',
        run: async (now) => {
          await releaseCancellations(deps, now)
          await executeAwaiting(deps, now)
        },
      },
    ],
  }
  return { handlers: cancellationHandlers(deps), work }
}
