import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { refusedWhy, toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { linesOf } from '#backend/contract/orders.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { cancellation, isWhole, type CancellationOrder } from './procedure.ts'
import type { CancellationService } from './service.ts'

/** Bookings shown beside the open ones: the last few that are over. */
const BOOKINGS_SHOWN = 20

const wireStates = ['queued', 'reserved', 'undone', 'executed', 'replaced'] as const

export function cancellationHandlers(
  service: CancellationService,
  { sealing, book }: { readonly sealing: Sealing; readonly book: PriceBook },
) {
  return {
    async simCancelPaymentGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const known = await loadContract(caller.db, contractId)
      const { lineId } = query
      const { scope, estimated, decided } = await service.estimate(
        caller.db,
        known,
        lineId,
        caller.now,
      )
      const leaving = scope.lines.map((line) => line.line_id)
      const ends = endOf(leaving, estimated.lastServiceOn)
      const nextBills = await loadNextBills(caller, known, ends, book)
      return { ...estimated, nextBills, why: toWireWhy(scope.operation, decided) }
    },

    async simCancelReservePost({ body }, caller) {
      const order = await service.reserve(caller.db, whoOf(caller), body)
      const lastServiceOn = order.effective_on
      if (lastServiceOn === null)
        throw new RangeError(`Cancellation ${order.order_no} has no last day`)
      return { ...toReceipt(cancellation, order), lastServiceOn }
    },

    async simCancelResetPost({ body }, caller) {
      return toReceipt(cancellation, await service.undo(caller.db, whoOf(caller), body.orderNo))
    },

    async statusCancelStateGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { lines, facts } = await loadContract(caller.db, contractId)
      const orders = await findCancellations(caller.db, contractId)
      return {
        bookings: orders.map((order) => toBooking(order, lines, facts, caller.now, sealing)),
        asOf: formatRfc3339(caller.now),
      }
    },
  } satisfies AreaHandlers
}

async function findCancellations(db: Db, contractId: string): Promise<CancellationOrder[]> {
  const rows = await db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('procedure', 'in', [...cancellation.names])
    .orderBy('requested_at', 'desc')
    .orderBy('order_no')
    .limit(BOOKINGS_SHOWN)
    .execute()
  return rows.map(cancellation.read)
}

function toBooking(
  order: CancellationOrder,
  lines: readonly LineRow[],
  facts: ContractFacts,
  now: Instant,
  sealing: Sealing,
) {
  const whole = isWhole(order)
  const covered = lines.filter((line) => whole || linesOf(order).includes(line.line_id))
  const state = wireStates.find((one) => one === order.state) ?? 'executed'
  return {
    orderNo: order.order_no,
    scope: whole ? ('contract' as const) : ('line' as const),
    lines: covered.map((line) => toLineName(line, sealing)),
    state,
    stateLabel: cancellation.words(order, order.state).label,
    bookedAt: formatRfc3339(order.requested_at),
    lastServiceOn: order.effective_on ?? undefined,
    undo: undoOf(order, facts, now),
    undoUntil: order.undo_until === null ? undefined : formatRfc3339(order.undo_until),
  }
}

function undoOf(order: CancellationOrder, facts: ContractFacts, now: Instant) {
  if (order.closed_at !== null) return refusedWhy('NOTHING_BOOKED')
  const decided = decideCancellation({ type: 'undo', lineId: linesOf(order)[0] }, facts, now)
  return toWireWhy('cancelUndo', decided)
}
