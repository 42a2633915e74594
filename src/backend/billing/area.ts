import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { createCloseSweep } from './close-sweep.ts'
import { billingHandlers } from './handlers.ts'

export function createBillingArea(deps: Pick<AreaDeps, 'database' | 'log'>) {
  const work: AreaWork = {
    sweeps: [{ name: 'month-close', every: 'hour', run: createCloseSweep(deps) }],
  }
  return { handlers: billingHandlers(), work }
}
