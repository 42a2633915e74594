import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { alertHandlers } from './api.ts'
import { raiseAlerts } from './commands/raise-alerts.ts'

/** Notices about thresholds of data and charges that a member has set. */
export function createAlertArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'alerts', run: (now) => raiseAlerts(deps, now) }],
  }
  return { handlers: alertHandlers(deps), work }
}
