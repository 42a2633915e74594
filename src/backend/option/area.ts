import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { optionHandlers } from './handlers.ts'
import { createOptionService } from './service.ts'
import { optionSweeps } from './sweeps.ts'
import { createOptionListener } from './switching.ts'
import { optionHeld } from './held.ts'
import { optionTerms } from './terms.ts'
import type { OptionCode } from '#vocabulary/option.ts'

export type OptionArea = ReturnType<typeof createOptionArea>

const termsVersionOf = (code: OptionCode) => optionTerms[code].version

export function createOptionArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    held: optionHeld,
    onExchange: [createOptionListener(deps)],
    sweeps: optionSweeps(deps),
  }
  const service = createOptionService(deps)
  return { handlers: optionHandlers(service), work, join: service.join, termsVersionOf }
}
