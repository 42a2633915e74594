import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { contactHandlers } from './api.ts'
import { closeSolved } from './commands/close-solved.ts'

export function createContactArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'tickets solved long ago', run: (now) => closeSolved(deps, now) }],
  }
  return { handlers: contactHandlers(deps), work }
}
