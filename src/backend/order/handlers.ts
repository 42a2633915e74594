import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { findLine, findLines } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { documentsOfOrder } from '#backend/document/store.ts'
import type { IdentityService } from '#backend/identity/service.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { toWireDetail } from './detail.ts'
import { listOrders } from './listing.ts'
import { findOrder, findOrderEvents } from './orders.ts'
import { toWireOrder } from './wire-order.ts'

export function orderHandlers(deps: { sealing: Sealing; identity: IdentityService }) {
  const { sealing, identity } = deps
  return {
    async statusApplyStateGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      if (query.lineId !== undefined) await findLine(caller.db, contractId, query.lineId)
      const [lines, { rows, nextCursor }] = await Promise.all([
        findLines(caller.db, contractId),
        listOrders(caller.db, contractId, query),
      ])
      return {
        rows: rows.map((row) => toWireOrder(row, lines, sealing)),
        ...(nextCursor === undefined ? {} : { nextCursor }),
        asOf: formatRfc3339(caller.now),
      }
    },

    async orderGet({ query }, caller) {
      const { accountId, contractId } = memberOf(caller)
      const { db, now } = caller
      const order = await findOrder(db, contractId, query.orderNo)
      return toWireDetail(order, {
        lines: await findLines(db, contractId),
        events: await findOrderEvents(db, contractId, order.order_no),
        identity: await identity.wireOf(db, accountId, order.order_no),
        documents: await documentsOfOrder(db, contractId, order.order_no),
        sealing,
        now,
      })
    },
  } satisfies AreaHandlers
}
