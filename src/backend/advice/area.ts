import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { adviceHandlers } from './api.ts'

/** What the last year would have cost on another size. */
export function createAdviceArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: adviceHandlers(deps), work }
}
