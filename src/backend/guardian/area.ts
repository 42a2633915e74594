import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { guardianHandlers } from './api.ts'
import { askAtAge } from './commands/ask-again.ts'

export function createGuardianArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'consents of users who are 18', run: (now) => askAtAge(deps, now) }],
  }
  return { handlers: guardianHandlers(deps), work }
}
