import type { AreaHandlers } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import { whoOf } from '#backend/contract/who.ts'
import { noteWholeNumbers } from './commands/note-whole-numbers.ts'
import { renameLine } from './commands/rename-line.ts'
import { resumeFound, suspendLost } from './commands/suspend-line.ts'
import { switchMalwareBlock } from './commands/switch-malware-block.ts'
import { readCallLog } from './queries/call-log.ts'
import { readDevices } from './queries/devices.ts'
import { readLineDetail } from './queries/line-detail.ts'
import { readLineGroup } from './queries/line-group.ts'
import { readMalwareBlock } from './queries/malware-block.ts'

/** The operations of the line area: protocol/line.ts and call.ts. */
export function lineHandlers(deps: ProcedureDeps) {
  const { sealing } = deps
  return {
    statusLineGroupGet: (_input, caller) =>
      readLineGroup(caller.db, sealing, memberOf(caller).contractId, caller.now),

    statusLineGet: ({ query }, caller) =>
      readLineDetail(caller.db, deps, { ...query, ...contractNow(caller) }),

    statusDeviceGet: ({ query }, caller) =>
      readDevices(caller.db, deps, { ...query, ...contractNow(caller) }),

    lineNicknamePut: ({ body }, caller) => renameLine(caller.db, deps, whoOf(caller), body),

    lineSuspensionPost: ({ body }, caller) =>
      suspendLost(caller.db, deps, whoOf(caller), body.lineId),

    lineSuspensionDelete: ({ query }, caller) =>
      resumeFound(caller.db, deps, whoOf(caller), query.lineId),

    malwareBlockStatusGet: (_input, caller) =>
      readMalwareBlock(caller.db, sealing, memberOf(caller).contractId, caller.now),

    malwareBlockStatusPut: ({ body }, caller) =>
      switchMalwareBlock(caller.db, deps, whoOf(caller), body),

    async callLogGet({ query }, caller) {
      // Whole numbers of others need the same proof as in a file (decision 078).
      if (query.unmasked === true) requireProof('secondFactor', caller)
      const log = await readCallLog(caller.db, sealing, { ...query, ...contractNow(caller) })
      if (query.unmasked === true) await noteWholeNumbers(deps, whoOf(caller), query, 'screen')
      return log
    },
  } satisfies AreaHandlers
}

function contractNow(caller: Caller) {
  return { contractId: memberOf(caller).contractId, now: caller.now }
}
