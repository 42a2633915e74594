import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { lockHandlers } from './api.ts'
import { endLifts } from './commands/end-lifts.ts'
import { lockHeld } from './retention.ts'

export function createLockArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    held: lockHeld,
    tasks: [{ name: 'locks lifted', run: (now) => endLifts(deps, now) }],
  }
  return { handlers: lockHandlers(deps), work }
}
