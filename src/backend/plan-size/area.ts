import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type PlanSizeArea = ReturnType<typeof createPlanSizeArea>

export function createPlanSizeArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
