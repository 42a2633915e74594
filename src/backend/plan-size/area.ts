import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { whoQueued } from '#backend/contract/who.ts'
import { createBookingSweep } from './apply-bookings.ts'
import { planSizeHandlers } from './handlers.ts'
import { createPlanSizeService } from './service.ts'

export type PlanSizeArea = ReturnType<typeof createPlanSizeArea>

/** Must be listed before the data area: the base grant of the 1st is that of the new size. */
export function createPlanSizeArea({ database, sealing, commit, log, book }: ProcedureDeps) {
  const service = createPlanSizeService({ sealing, commit, book })
  const applyBookings = createBookingSweep({ database, commit, log })
  const work: AreaWork = {
    sweeps: [{ name: 'plan size bookings', run: applyBookings }],
    runQueued: {
      planSizeChange: async (tx, { wish, ...queued }) => {
        const order = await service.registerQueued(tx, whoQueued(queued), wish.plan ?? 0)
        return order.order_no
      },
    },
  }
  return { handlers: planSizeHandlers(service, book), work, service }
}
