import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { familyRequestHandlers } from './api.ts'
import { endRequestsThatAreOver } from './commands/end-over.ts'

export function createFamilyRequestArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'family requests ended', run: (now) => endRequestsThatAreOver(deps, now) }],
  }
  return { handlers: familyRequestHandlers(deps), work }
}
