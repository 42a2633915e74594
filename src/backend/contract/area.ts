import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { contractHandlers } from './handlers.ts'

export type ContractArea = ReturnType<typeof createContractArea>

export function createContractArea({ sealing }: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: contractHandlers({ sealing }), work }
}
