import type { AreaDeps } from '#backend/area.ts'
import { createDataHandlers } from './handlers/handlers.ts'
import { dataWork } from './work.ts'

export type DataArea = ReturnType<typeof createDataArea>

export function createDataArea(deps: AreaDeps) {
  return { handlers: createDataHandlers(deps), work: dataWork(deps) }
}
