import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { alertHandlers } from './api.ts'
import { raiseAlerts } from './commands/raise-alerts.ts'
import { alertHeld } from './retention.ts'

/** Notices about thresholds of data and charges that a member has set. */
export function createAlertArea(deps: AreaDeps) {
  const work: AreaWork = {
    held: alertHeld,
    tasks: [{ name: 'alerts', run: (now) => raiseAlerts(deps, now) }],
  }
  return { handlers: alertHandlers(deps), work }
}
