import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { telephoneHandlers } from './api.ts'

/** Who calls us is the member: codes that are read out, and what became of them. */
export function createTelephoneArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: telephoneHandlers(deps), work }
}
