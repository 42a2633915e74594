import type { AreaHandlers } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { RefusalError } from '#backend/refusal.ts'
import { findCheckOfOrder } from './checks.ts'
import type { IdentityService } from './service.ts'
import { toWireCheck } from './wire.ts'

export function identityHandlers(service: IdentityService) {
  return {
    async identityCheckGet({ query }, caller) {
      const row = await findCheckOfOrder(caller.db, accountOf(caller).accountId, query.orderNo)
      if (!row) throw new RefusalError('NOT_FOUND')
      return toWireCheck(row)
    },

    async identityCheckPost({ body: { orderNo, back } }, caller) {
      const { accountId } = accountOf(caller)
      const { row, startUrl } = await service.prepare(
        caller.db,
        accountId,
        orderNo,
        back,
        caller.now,
      )
      return { ...toWireCheck(row), startUrl }
    },
  } satisfies AreaHandlers
}
