import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { alertTask } from './alert/tell.ts'
import { createDataHandlers } from './handlers/handlers.ts'
import { spendingTask } from './spending/task.ts'
import { dataWork } from './work.ts'
import { dataHeld } from './held.ts'

export type DataArea = ReturnType<typeof createDataArea>

export function createDataArea(deps: ProcedureDeps) {
  const own = dataWork(deps)
  // Alerts come last: they are about what the tasks before them have brought in, packs bought automatically included.
  const tasks = [...(own.tasks ?? []), spendingTask(deps), alertTask(deps)]
  const work: AreaWork = { ...own, tasks, held: dataHeld }
  return { handlers: createDataHandlers(deps), work }
}
