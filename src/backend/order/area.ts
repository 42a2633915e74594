import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type OrderArea = ReturnType<typeof createOrderArea>

export function createOrderArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
