import type { AreaHandlers, AreaWork } from '#backend/area.ts'
import { memberOf, requireProof, type Caller } from '#backend/caller.ts'
import { whoOf, type By } from '#backend/contract/who.ts'
import { createPrinter } from '#backend/pdf/print-aside.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { importCalls } from './commands/import-calls.ts'
import { renameLine, sealOldNicknames } from './commands/rename-line.ts'
import { resumeFound, suspendLost, takeSuspensionAnswer } from './commands/suspend-line.ts'
import { switchMalwareBlock, takeMalwareBlockAnswer } from './commands/switch-malware-block.ts'
import { readCallLog, type CallsAsked } from './queries/call-log.ts'
import { callPaper, type CallPaperAsked } from './queries/call-paper.ts'
import { readDevices } from './queries/devices.ts'
import { readLineDetail } from './queries/line-detail.ts'
import { readLineGroup } from './queries/line-group.ts'
import { readMalwareBlock } from './queries/malware-block.ts'

export function createLineArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    tasks: [
      { name: 'calls', run: (now) => importCalls(deps, now) },
      { name: 'names of lines sealed', run: (now) => sealOldNicknames(deps, now) },
    ],
    onExchange: [
      (tx, outcome, now) => takeSuspensionAnswer(tx, deps, outcome, now),
      (tx, outcome, now) => takeMalwareBlockAnswer(tx, deps, outcome, now),
    ],
  }
  const print = createPrinter()
  /** The PDF of calls and messages for their holder; its length grows with their number. */
  async function printCalls(asked: Omit<CallPaperAsked, 'now'>) {
    const now = deps.clock.now()
    const content = await callPaper(deps.database.db, deps.sealing, { ...asked, now })
    const { contractId, accountId, unmasked = false } = asked
    if (unmasked)
      await noteWholeNumbers(deps, { actor: 'member', contractId, accountId, now }, asked, 'pdf')
    return print(content, now)
  }

  return { handlers: lineHandlers(deps), work, printCalls }
}

/** The operations of the line area: protocol/line.ts and call.ts. */
function lineHandlers(deps: ProcedureDeps) {
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

/** Audits that whole numbers were shown: of which line and days, never the numbers. */
async function noteWholeNumbers(
  { database }: Pick<ProcedureDeps, 'database'>,
  by: By,
  { lineId, from, to }: Pick<CallsAsked, 'lineId' | 'from' | 'to'>,
  paper: 'screen' | 'pdf',
): Promise<void> {
  const shown = { action: 'call-numbers-shown', target: lineId, details: { from, to, paper } }
  await database.db.transaction().execute((tx) => recordNote(tx, by, shown))
}
