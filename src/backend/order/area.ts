import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { orderHandlers } from './api.ts'

/** The orders of a contract, over all procedures. */
export function createOrderArea(deps: Pick<ProcedureDeps, 'procedures' | 'sealing'>) {
  const work: AreaWork = {}
  return { handlers: orderHandlers(deps), work }
}
