import type { AreaWork } from '#backend/area.ts'
import { createPrinter } from '#backend/pdf/print-aside.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { lineHandlers } from './api.ts'
import { importCalls } from './commands/import-calls.ts'
import { noteWholeNumbers } from './commands/note-whole-numbers.ts'
import { sealOldNicknames } from './commands/rename-line.ts'
import { takeMalwareBlockAnswer } from './commands/switch-malware-block.ts'
import { takeSuspensionAnswer } from './commands/suspend-line.ts'
import { callPaper, type CallPaperAsked } from './queries/call-paper.ts'

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
