import type { AreaWork } from '#backend/area.ts'
import { createOpeningService } from './service.ts'

export type OpeningArea = ReturnType<typeof createOpeningArea>

export function createOpeningArea(...deps: Parameters<typeof createOpeningService>) {
  const work: AreaWork = {}
  return { service: createOpeningService(...deps), work }
}
