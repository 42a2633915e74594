import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { noteWholeNumbers } from './call/log.ts'
import { callPaper, type CallPaperAsked } from './call/paper.ts'
import { importCalls } from './call/import.ts'
import { createLineHandlers } from './handlers.ts'
import { onMalwareBlockAnswer } from './malware-block.ts'
import { sealOldNicknames } from './nickname.ts'
import { onSuspensionAnswer } from './suspension-answer.ts'
import { lineHeld } from './held.ts'
import { createPrinter } from '#backend/pdf/print-aside.ts'

export type LineArea = ReturnType<typeof createLineArea>

export function createLineArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    held: lineHeld,
    tasks: [
      {
        name: 'calls',
        run: (now) => importCalls(deps, now),
      },
      { name: 'names of lines sealed', run: (now) => sealOldNicknames(deps, now) },
    ],
    onExchange: [onSuspensionAnswer(deps), onMalwareBlockAnswer(deps)],
  }
  const print = createPrinter()
  /** The PDF of calls and messages for their holder: as long as they called often. */
  async function printCalls(asked: Omit<CallPaperAsked, 'now'>) {
    const now = deps.clock.now()
    const { db } = deps.database
    const content = await callPaper(db, deps.sealing, { ...asked, now })
    const { contractId, accountId, unmasked = false } = asked
    if (unmasked)
      await noteWholeNumbers(db, { actor: 'member', contractId, accountId, now }, asked, 'pdf')
    return print(content, now)
  }

  return { handlers: createLineHandlers(deps), work, printCalls }
}
