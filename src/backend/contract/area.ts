import type { AreaDeps, AreaWork } from '#backend/area.ts'

export type ContractArea = ReturnType<typeof createContractArea>

export function createContractArea(_deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: {}, work }
}
