import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { contractHandlers, type BookedChanges } from './handlers.ts'

export type ContractArea = ReturnType<typeof createContractArea>

export function createContractArea({ sealing, book }: AreaDeps, bookedChanges: BookedChanges) {
  const work: AreaWork = {}
  return { handlers: contractHandlers({ sealing, book, bookedChanges }), work }
}
