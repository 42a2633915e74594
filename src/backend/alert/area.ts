import type { AreaDeps, AreaWork, AreaHandlers } from '#backend/area.ts'
import { raiseAlerts } from './commands/raise-alerts.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { changeAlertSettings } from './commands/change-settings.ts'
import { readAlertSettings } from './queries/settings.ts'

/** Notices about thresholds of data and charges that a member has set. */
export function createAlertArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'alerts', run: (now) => raiseAlerts(deps, now) }],
  }
  return { handlers: alertHandlers(deps), work }
}

function alertHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  return {
    highSpeedResidualNotificationGet: (_input, caller) =>
      readAlertSettings(caller.db, deps, memberOf(caller)),

    highSpeedResidualNotificationPut: ({ body }, caller) =>
      changeAlertSettings(caller.db, deps, whoOf(caller), body),
  } satisfies AreaHandlers
}
