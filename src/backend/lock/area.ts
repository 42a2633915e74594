import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { lockHandlers } from './api.ts'
import { endLifts } from './commands/change-lock.ts'

export function createLockArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'locks lifted', run: (now) => endLifts(deps, now) }],
  }
  return { handlers: lockHandlers(deps), work }
}
