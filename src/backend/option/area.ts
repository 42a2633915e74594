import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { optionHandlers } from './handlers.ts'
import { createOptionService } from './service.ts'
import { optionSweeps } from './sweeps.ts'
import { createOptionListener } from './switching.ts'
import { optionHeld } from './held.ts'

export type OptionArea = ReturnType<typeof createOptionArea>

export function createOptionArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    held: optionHeld,
    onExchange: [createOptionListener(deps)],
    sweeps: optionSweeps(deps),
  }
  return { handlers: optionHandlers(createOptionService(deps)), work }
}
