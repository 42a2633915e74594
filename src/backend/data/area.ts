import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { createDataHandlers } from './handlers/handlers.ts'

export type DataArea = ReturnType<typeof createDataArea>

export function createDataArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: createDataHandlers(deps), work }
}
