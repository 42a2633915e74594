import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { IdentityService } from '#backend/identity/service.ts'
import { createCalendar } from './calendar.ts'
import { deadlineHandlers } from './deadline-handlers.ts'
import { orderHandlers } from './handlers.ts'
import { queueHandlers } from './queue-handlers.ts'
import type { QueueRunners } from './queue-runners.ts'
import { createProcedureQueue } from './queue-service.ts'

export type OrderArea = ReturnType<typeof createOrderArea>

export function createOrderArea(
  deps: AreaDeps,
  identity: IdentityService,
  /** Asked at the moment of use: the areas that begin procedures are made after this one. */
  runners: () => QueueRunners,
) {
  const { database, sealing, outbox, log, publicUrl } = deps
  const queue = createProcedureQueue({ database, outbox, log, runners })
  const calendar = createCalendar({ sealing, publicUrl })
  const work: AreaWork = {
    sweeps: [{ name: 'queued procedures', every: 'hour', run: queue.work }],
  }
  const handlers = {
    ...orderHandlers({ sealing, identity }),
    ...queueHandlers(queue, sealing),
    ...deadlineHandlers(calendar, sealing),
  }
  return { handlers, work, calendar }
}
