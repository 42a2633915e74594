import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import type { OrderChecks } from '#backend/identity/order-checks.ts'
import { orderHandlers } from './handlers.ts'

/** What is under way, over all procedures. */
export function createOrderArea({ procedures, sealing }: ProcedureDeps, identity: OrderChecks) {
  const work: AreaWork = {}
  return { handlers: orderHandlers({ procedures, sealing, identity }), work }
}
