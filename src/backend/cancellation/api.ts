import type { AreaHandlers } from '#backend/area.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { memberOf } from '#backend/caller.ts'
import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { loadContract } from '#backend/contract/load.ts'
import { findLatestOrder, findOrdersOf, linesOf } from '#backend/contract/orders.ts'
import { refusedWhy, toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { toReceipt } from '#backend/procedure/receipts.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import { decideInitialCancellation } from '#domain/cancellation/decide-initial-cancellation.ts'
import { initialCancellationClock } from '#domain/cancellation/initial-cancellation.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { daysBetween, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { reserveCancellation } from './commands/book-cancellation.ts'
import { submitInitialCancel } from './commands/initial-cancel.ts'
import { undoCancellation } from './commands/undo-cancellation.ts'
import { cancellation, initialCancel, isWhole, type CancellationOrder } from './procedure.ts'
import { estimateCancellation } from './queries/estimate.ts'
import { initialCancelConsequences, owedIfCancelled } from './queries/initial-cancel.ts'

/** Bookings shown, open and over, the latest first. */
const BOOKINGS_SHOWN = 20

const wireStates = [
  'queued',
  'reserved',
  'awaiting_succession',
  'undone',
  'executed',
  'replaced',
] as const

type Deps = Pick<ProcedureDeps, 'sealing' | 'book' | 'engine' | 'procedures' | 'queue'>

export function cancellationHandlers(deps: Deps) {
  const { sealing, book } = deps
  return {
    async simCancelPaymentGet({ query }, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const known = await loadContract(db, contractId)
      const quoted = await estimateCancellation(db, deps, known, query.lineId, now)
      const { scope, estimated, decided } = quoted
      const leaving = scope.lines.map((line) => line.line_id)
      const ends = endOf(leaving, estimated.lastServiceOn)
      const nextBills = await loadNextBills({ db, now }, known, ends, book)
      return { ...estimated, nextBills, why: toWireWhy(scope.operation, decided) }
    },

    async simCancelReservePost({ body }, caller) {
      const order = await reserveCancellation(caller.db, deps, whoOf(caller), body)
      const lastServiceOn = order.effective_on
      if (lastServiceOn === null)
        throw new RangeError(`Cancellation ${order.order_no} has no last day`)
      return { ...toReceipt(cancellation, order), lastServiceOn }
    },

    async simCancelResetPost({ body }, caller) {
      const order = await undoCancellation(caller.db, deps, whoOf(caller), body.orderNo)
      return toReceipt(cancellation, order)
    },

    async statusCancelStateGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { lines, facts } = await loadContract(caller.db, contractId)
      const orders = await findOrdersOf(caller.db, contractId, cancellation.names, BOOKINGS_SHOWN)
      return {
        bookings: orders
          .map(cancellation.read)
          .map((order) => toBooking(order, lines, facts, caller.now, sealing)),
        asOf: formatRfc3339(caller.now),
      }
    },

    async statusInitialCancelGet(_, caller) {
      const { contractId } = memberOf(caller)
      const { db, now } = caller
      const known = await loadContract(db, contractId)
      const order = await findLatestOrder(db, contractId, 'initialCancel')
      const may = decideInitialCancellation(known.facts, now)
      const submitted = order?.state === 'accepted' ? ('accepted' as const) : ('submitted' as const)
      return {
        ...toWireWhy('initialCancel', may),
        state: order === undefined ? stateOf(may) : submitted,
        ...initialClockOf(known.facts, now),
        lines: known.lines.filter(isServed).map((line) => toLineName(line, sealing)),
        ...(await owedIfCancelled(db, known, book, now)),
        consequences: await initialCancelConsequences(db, known, toTokyoDate(now), book),
        orderNo: order?.order_no,
        asOf: formatRfc3339(now),
      }
    },

    async statusInitialCancelPost({ body }, caller) {
      const order = await submitInitialCancel(caller.db, deps, whoOf(caller), body)
      return toReceipt(initialCancel, order)
    },
  } satisfies AreaHandlers
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

function stateOf(may: ReturnType<typeof decideInitialCancellation>) {
  if (may.ok) return 'eligible' as const
  return may.code === 'INITIAL_CANCEL_PERIOD_OVER' ? ('over' as const) : ('not_applicable' as const)
}

/** The eight days, once the document's receipt and the start of service are known. */
function initialClockOf({ documentReceivedOn, serviceStartedOn }: ContractFacts, now: Instant) {
  if (documentReceivedOn === undefined || serviceStartedOn === undefined) return {}
  const clock = initialCancellationClock(documentReceivedOn, serviceStartedOn)
  return {
    countedFrom: clock.firstDay,
    eligibleUntil: clock.lastDay,
    daysLeft: Math.max(0, daysBetween(toTokyoDate(now), clock.lastDay)),
  }
}
