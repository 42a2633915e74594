import type { AreaWork } from '#backend/area.ts'
import type { CardPort } from '#backend/ports/card.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createCloseSweep } from './close-sweep.ts'
import { createCollection } from './collection.ts'
import { billingHandlers } from './handlers.ts'

export function createBillingArea(deps: ProcedureDeps, card: CardPort) {
  const { collect } = createCollection({ ...deps, card })
  const work: AreaWork = {
    sweeps: [
      { name: 'month-close', every: 'hour', run: createCloseSweep(deps) },
      { name: 'collection', every: 'hour', run: collect },
    ],
  }
  return { handlers: billingHandlers(), work }
}
