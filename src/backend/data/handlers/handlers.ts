import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { readHighSpeedStatus } from '../high-speed/status.ts'
import { switchHighSpeed } from '../high-speed/switch.ts'
import { readResidual } from '../reading/residual.ts'

/** The operations of the data area (protocol/data.ts). */
export function createDataHandlers(deps: AreaDeps) {
  return {
    highSpeedResidualGet: (_input, caller) =>
      readResidual(caller.db, memberOf(caller).contractId, caller.now),

    highSpeedStatusGet: ({ query }, caller) =>
      readHighSpeedStatus(caller.db, deps.sealing, {
        contractId: memberOf(caller).contractId,
        lineId: query.lineId,
        now: caller.now,
      }),

    highSpeedStatusPut: ({ body }, caller) => switchHighSpeed(deps, caller, body),
  } satisfies AreaHandlers
}
