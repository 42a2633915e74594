import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { AreaWork } from '#backend/area.ts'
import { importCalls } from './call/import.ts'
import { createLineHandlers } from './handlers.ts'
import { onMalwareBlockAnswer } from './malware-block.ts'
import { sealOldNicknames } from './nickname.ts'
import { onSuspensionAnswer } from './suspension-answer.ts'

export type LineArea = ReturnType<typeof createLineArea>

export function createLineArea(deps: ProcedureDeps) {
  const work: AreaWork = {
    sweeps: [
      {
        name: 'calls',
        every: 'hour',
        run: (now) => importCalls(deps, now),
      },
      { name: 'names of lines sealed', every: 'hour', run: (now) => sealOldNicknames(deps, now) },
    ],
    onExchange: [onSuspensionAnswer(deps), onMalwareBlockAnswer(deps)],
  }
  return { handlers: createLineHandlers(deps), work }
}
