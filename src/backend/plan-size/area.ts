import type { AreaWork } from '#backend/area.ts'
import { whoQueued } from '#backend/contract/who.ts'
import type { BeginQueued } from '#backend/procedure/queue.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { planSizeHandlers } from './api.ts'
import { applyBookings } from './commands/apply-bookings.ts'
import { bookQueuedSize } from './commands/book-size.ts'

export function createPlanSizeArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'plan size bookings', run: (now) => applyBookings(deps, now) }],
  }
  const beginQueued: BeginQueued = async (tx, { plan, ...queued }) =>
    (await bookQueuedSize(tx, deps, whoQueued(queued), plan)).order_no
  return { handlers: planSizeHandlers(deps), work, beginQueued }
}
