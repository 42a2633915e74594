import type { AreaHandlers } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { noteWholeNumbers, readCallLog } from './call/log.ts'
import { readLineDetail } from './detail.ts'
import { readDevices } from './device.ts'
import { readLineGroup } from './group.ts'
import { readMalwareBlock, switchMalwareBlock } from './malware-block.ts'
import { renameLine } from './nickname.ts'
import { resumeFound, suspendLost } from './suspension.ts'

/** The operations of the line area: protocol/line.ts and call.ts. */
export function createLineHandlers(deps: ProcedureDeps) {
  const { sealing } = deps
  return {
    statusLineGroupGet: (_input, caller) =>
      readLineGroup(caller.db, sealing, memberOf(caller).contractId, caller.now),

    statusLineGet: ({ query }, caller) =>
      readLineDetail(caller.db, deps, { ...query, ...contractNow(caller) }),

    statusDeviceGet: ({ query }, caller) =>
      readDevices(deps, caller.db, { ...query, ...contractNow(caller) }),

    lineNicknamePut: ({ body }, caller) => renameLine(deps, caller, body),

    lineSuspensionPost: ({ body }, caller) => suspendLost(deps, caller, body.lineId),

    lineSuspensionDelete: ({ query }, caller) => resumeFound(deps, caller, query.lineId),

    malwareBlockStatusGet: (_input, caller) =>
      readMalwareBlock(caller.db, sealing, memberOf(caller).contractId, caller.now),

    malwareBlockStatusPut: ({ body }, caller) => switchMalwareBlock(deps, caller, body),

    async callLogGet({ query }, caller) {
      // The numbers of others, whole: as when they are taken away in a file (decision 078).
      if (query.unmasked === true) requireProof('secondFactor', caller)
      const log = await readCallLog(caller.db, sealing, { ...query, ...contractNow(caller) })
      if (query.unmasked === true)
        await noteWholeNumbers(deps.database.db, whoOf(caller), query, 'screen')
      return log
    },
  } satisfies AreaHandlers
}

function contractNow(caller: Caller) {
  return { contractId: memberOf(caller).contractId, now: caller.now }
}
