import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { StopOrders } from './scope.ts'
import type { AreaWork } from '#backend/area.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { createCancellationTasks } from './execute.ts'
import { cancellationHandlers } from './handlers.ts'
import { initialCancelHandlers } from './initial-handlers.ts'
import { acceptInitialCancelJob, createInitialCancelService } from './initial-service.ts'
import { createCancellationService } from './service.ts'

export type CancellationArea = ReturnType<typeof createCancellationArea>

/** Must be listed before the plan-size area: a contract that ends with the month gets no other size. */
export function createCancellationArea(deps: ProcedureDeps, stopOrders: StopOrders) {
  const { clock } = deps
  const service = createCancellationService(deps)
  const initial = createInitialCancelService({ ...deps, stopOrders })
  const tasks = createCancellationTasks({ ...deps, stopOrders })
  const work: AreaWork = {
    jobs: [runJob(acceptInitialCancelJob, (target) => initial.accept(target, clock.now()))],
    tasks: [
      { name: 'cancellations due', run: tasks.executeDue },
      { name: 'cancellations waiting', run: tasks.releaseQueued },
    ],
  }
  const handlers = {
    ...cancellationHandlers(service, deps),
    ...initialCancelHandlers(initial, deps),
  }
  return { handlers, work, service }
}
