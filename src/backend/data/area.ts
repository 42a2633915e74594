import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type DataArea = ReturnType<typeof createDataArea>

export function createDataArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
