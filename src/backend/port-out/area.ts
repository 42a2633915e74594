import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type PortOutArea = ReturnType<typeof createPortOutArea>

export function createPortOutArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
