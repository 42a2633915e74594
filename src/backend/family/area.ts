import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { familyHandlers } from './api.ts'
import { endRolesThatAreOver } from './commands/end-role.ts'

export function createFamilyArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'family roles ended', run: (now) => endRolesThatAreOver(deps, now) }],
  }
  return { handlers: familyHandlers(deps), work }
}
