import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { alertSweep } from './alert/tell.ts'
import { createDataHandlers } from './handlers/handlers.ts'
import { spendingSweep } from './spending/sweep.ts'
import { dataWork } from './work.ts'
import { dataHeld } from './held.ts'

export type DataArea = ReturnType<typeof createDataArea>

export function createDataArea(deps: ProcedureDeps) {
  const own = dataWork(deps)
  // Alerts come last: they are about what the sweeps before them have brought in, packs bought automatically included.
  const sweeps = [...(own.sweeps ?? []), spendingSweep(deps), alertSweep(deps)]
  const work: AreaWork = { ...own, sweeps, held: dataHeld }
  return { handlers: createDataHandlers(deps), work }
}
