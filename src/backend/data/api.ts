import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { lineUserOf, memberOf, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { liftCap } from './commands/lift-cap.ts'
import { setCap } from './commands/set-cap.ts'
import { switchHighSpeed } from './commands/switch-high-speed.ts'
import { readHighSpeedStatus } from './queries/high-speed.ts'
import { readHistory } from './queries/history.ts'
import { readLineCap } from './queries/line-cap.ts'
import { readPacketLog } from './queries/packet-log.ts'
import { readResidual } from './queries/pool.ts'
import { tryLineCap } from './queries/try-line-cap.ts'
import { readUsage } from './queries/usage-page.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox' | 'queue' | 'book'>

/** The operations of protocol/data.ts, line-cap.ts and usage.ts. */
export function dataHandlers(deps: Deps) {
  const { sealing } = deps
  return {
    highSpeedResidualGet: (_input, caller) =>
      readResidual(caller.db, memberOf(caller).contractId, caller.now),

    highSpeedHistoryGet: ({ query }, caller) =>
      readHistory(caller.db, sealing, { ...query, ...contractNow(caller) }),

    highSpeedStatusGet: ({ query }, caller) =>
      readHighSpeedStatus(caller.db, sealing, {
        ...query,
        ...contractNow(caller),
        userRoleId: lineUserOf(caller),
      }),

    highSpeedStatusPut: ({ body }, caller) =>
      switchHighSpeed(caller.db, deps, whoOf(caller), { ...body, userRoleId: lineUserOf(caller) }),

    lineCapGet: ({ query }, caller) =>
      readLineCap(caller.db, sealing, { ...query, ...contractNow(caller) }),

    lineCapTryGet: ({ query }, caller) =>
      tryLineCap(caller.db, { ...query, ...contractNow(caller) }),

    lineCapPut: async ({ body }, caller) => {
      await setCap(caller.db, deps, whoOf(caller), body)
      return readLineCap(caller.db, sealing, { lineId: body.lineId, ...contractNow(caller) })
    },

    lineCapLiftPost: async ({ body }, caller) => {
      await liftCap(caller.db, deps, whoOf(caller), body)
      return readLineCap(caller.db, sealing, { lineId: body.lineId, ...contractNow(caller) })
    },

    packetLogGet: ({ query }, caller) =>
      readPacketLog(caller.db, sealing, { ...query, ...contractNow(caller) }),

    statusUsageGet: ({ query }, caller) =>
      readUsage(caller.db, deps, {
        ...query,
        ...contractNow(caller),
        userRoleId: lineUserOf(caller),
      }),
  } satisfies AreaHandlers
}

function contractNow(caller: Caller) {
  return { contractId: memberOf(caller).contractId, now: caller.now }
}
