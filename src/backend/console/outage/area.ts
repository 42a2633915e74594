import type { AreaDeps } from '#backend/area.ts'
import { outageDeskHandlers } from './api.ts'

export const createOutageDeskArea = (deps: Pick<AreaDeps, 'sealing' | 'queue'>) => ({
  handlers: outageDeskHandlers(deps),
})
