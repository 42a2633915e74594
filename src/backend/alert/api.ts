import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { changeAlertSettings } from './commands/change-settings.ts'
import { readAlertSettings } from './queries/settings.ts'

export function alertHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  return {
    highSpeedResidualNotificationGet: (_input, caller) =>
      readAlertSettings(caller.db, deps, memberOf(caller)),

    highSpeedResidualNotificationPut: ({ body }, caller) =>
      changeAlertSettings(caller.db, deps, whoOf(caller), body),
  } satisfies AreaHandlers
}
