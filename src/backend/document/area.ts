import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type DocumentArea = ReturnType<typeof createDocumentArea>

export function createDocumentArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
