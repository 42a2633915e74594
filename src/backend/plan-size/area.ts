import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { whoQueued } from '#backend/contract/who.ts'
import { createBookingSweep } from './apply-bookings.ts'
import { planSizeHandlers } from './handlers.ts'
import { createPlanSizeService } from './service.ts'

export type PlanSizeArea = ReturnType<typeof createPlanSizeArea>

/** Stands before the data area, so that the base grant of the 1st is the new size's. */
export function createPlanSizeArea({ database, sealing, outbox, log }: AreaDeps) {
  const service = createPlanSizeService({ sealing, outbox })
  const applyBookings = createBookingSweep({ database, outbox, log })
  const work: AreaWork = {
    sweeps: [{ name: 'plan size bookings', every: 'day', run: applyBookings }],
    runQueued: {
      planSizeChange: async (tx, { wish, ...queued }) => {
        const order = await service.registerQueued(tx, whoQueued(queued), wish.plan ?? 0)
        return order.order_no
      },
    },
  }
  return { handlers: planSizeHandlers(service), work, service }
}
