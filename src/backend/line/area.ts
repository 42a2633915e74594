import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { importCalls, type UnlimitedLines } from './call/import.ts'
import { createLineHandlers } from './handlers.ts'
import { onMalwareBlockAnswer } from './malware-block.ts'
import { sealOldNicknames } from './nickname.ts'
import { onSuspensionAnswer } from './suspension-answer.ts'

export type LineArea = ReturnType<typeof createLineArea>

const nobody: UnlimitedLines = async () => new Set()

/** @param unlimitedLines from the area of options; without it no line has 10分かけ放題. */
export function createLineArea(deps: ProcedureDeps, unlimitedLines = nobody) {
  const work: AreaWork = {
    sweeps: [
      {
        name: 'calls',
        every: 'hour',
        run: (now) => importCalls({ ...deps, unlimitedLines }, now),
      },
      { name: 'names of lines sealed', every: 'hour', run: (now) => sealOldNicknames(deps, now) },
    ],
    onExchange: [onSuspensionAnswer(deps), onMalwareBlockAnswer(deps)],
  }
  return { handlers: createLineHandlers(deps), work }
}
