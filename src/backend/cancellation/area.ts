import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type CancellationArea = ReturnType<typeof createCancellationArea>

export function createCancellationArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
