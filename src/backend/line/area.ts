import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type LineArea = ReturnType<typeof createLineArea>

export function createLineArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
