import type { AreaWork } from '#backend/area.ts'
import { whoQueued } from '#backend/contract/who.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { planSizeHandlers } from './api.ts'
import { applyBookings } from './commands/apply-bookings.ts'
import { bookQueuedSize } from './commands/book-size.ts'

export function createPlanSizeArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'plan size bookings', run: (now) => applyBookings(deps, now) }],
    runQueued: {
      planSizeChange: async (tx, { wish, ...queued }) => {
        const order = await bookQueuedSize(tx, deps, whoQueued(queued), wish.plan ?? 0)
        return order.order_no
      },
    },
  }
  return { handlers: planSizeHandlers(deps), work }
}
