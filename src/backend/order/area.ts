import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { IdentityService } from '#backend/identity/service.ts'
import { orderHandlers } from './handlers.ts'

export type OrderArea = ReturnType<typeof createOrderArea>

export function createOrderArea({ sealing }: AreaDeps, identity: IdentityService) {
  const work: AreaWork = {}
  return { handlers: orderHandlers({ sealing, identity }), work }
}
