import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { alertHandlers } from './api.ts'
import { raiseAlerts } from './commands/raise-alerts.ts'
import { alertHeld } from './retention.ts'

/** Notices about thresholds of data and charges that a member has set. */
export function createAlertArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    held: alertHeld,
    tasks: [{ name: 'alerts', run: (now) => raiseAlerts(deps, now) }],
  }
  return { handlers: alertHandlers(deps), work }
}
