import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type SimArea = ReturnType<typeof createSimArea>

export function createSimArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
