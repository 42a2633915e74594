import type { AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { findLine, findLines } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { documentsOfOrder } from '#backend/document/public.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toWireOrder } from '#backend/procedure/wire-order.ts'
import { findOrder, findOrderEvents } from '#backend/contract/orders.ts'
import { lastDayAhead } from '#domain/cancellation/timing.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { bringsSim } from '#vocabulary/operation.ts'
import { nextBefore, toWireDetail } from './queries/wire-detail.ts'
import { listOrders } from './queries/listing.ts'

const isSim = (procedure: string) => bringsSim.some((one) => one === procedure)

export function orderHandlers({
  procedures,
  sealing,
}: Pick<ProcedureDeps, 'procedures' | 'sealing'>) {
  return {
    async statusApplyStateGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      if (query.lineId !== undefined) await findLine(caller.db, contractId, query.lineId)
      const [lines, { rows, nextCursor }] = await Promise.all([
        findLines(caller.db, contractId),
        listOrders(caller.db, contractId, query, caller.now),
      ])
      // Who has no SIM under way is not asked for more: my page reads this list.
      const hasSim = rows.some((row) => row.closed_at === null && isSim(row.procedure))
      const facts = hasSim ? (await loadContract(caller.db, contractId)).facts : undefined
      return {
        rows: rows.map((row) => {
          const shown = toWireOrder(procedures.of(row), row, lines, { sealing, now: caller.now })
          return {
            ...shown,
            next: nextBefore(facts && lastDayAhead(facts, row.line_id), shown.next),
          }
        }),
        nextCursor,
        asOf: formatRfc3339(caller.now),
      }
    },

    async orderGet({ query }, caller) {
      const { accountId, contractId } = memberOf(caller)
      const { db, now } = caller
      const order = await findOrder(db, contractId, query.orderNo)
      const { lines, facts } = await loadContract(db, contractId)
      return toWireDetail(procedures.of(order), order, {
        lines,
        lastDay: lastDayAhead(facts, order.line_id),
        events: await findOrderEvents(db, contractId, order.order_no),
        identity: await checkOfOrder(db, accountId, order.order_no),
        documents: await documentsOfOrder(db, contractId, order.order_no),
        sealing,
        now,
      })
    },
  } satisfies AreaHandlers
}
