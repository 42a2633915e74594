import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { OrderChecks } from '#backend/identity/order-checks.ts'
import { orderHandlers } from './handlers.ts'

/** What is under way, over all procedures. */
export function createOrderArea({ procedures, sealing }: AreaDeps, identity: OrderChecks) {
  const work: AreaWork = {}
  return { handlers: orderHandlers({ procedures, sealing, identity }), work }
}
