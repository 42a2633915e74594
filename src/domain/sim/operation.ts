import { planOn } from '../catalogue/plan.ts'
import { ruleValue } from '../catalogue/rules.ts'
import type { ContractFacts, SimOrderFact, SimOrderKind } from '../exclusion/facts.ts'
import { isOpenOrder } from '../exclusion/in-progress.ts'
import { cell, type Column, fine, no } from '../exclusion/matrix.ts'
import { onContract, onLine, type OperationRules } from '../exclusion/rule.ts'
import { refuseWhileUndoable } from '../phone-move/operation.ts'
import { bookedSizes } from '../plan-size/booked-sizes.ts'
import { toTokyoDate } from '../tokyo.ts'
import { type LineKind, lineKinds } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { simOrderStates } from './order-states.ts'

/** Refused during every other procedure, except those given. */
const alone = (own: Partial<Column> = {}): Column => ({
  suspended: no,
  unpaid: no,
  cancellationBooked: no,
  mnpNumberLive: no,
  handoverOpen: no,
  kindChangeOpen: no,
  simOrderOpen: no,
  ...own,
})

export const simRules = {
  simAdd: onContract({
    blockedBy: alone({ handoverOpen: fine }),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ facts, now }) => {
      const today = toTokyoDate(now)
      if (!planOn(facts.planCode, today).shareable) return { code: 'PLAN_NOT_SHAREABLE' }
      // A booked size takes effect on its day with the new line in the contract, so it must be shareable too.
      const tooSmall = bookedSizes(facts).find(
        ({ planCode, effectiveOn }) => !planOn(planCode, effectiveOn).shareable,
      )
      if (tooSmall !== undefined)
        return { code: 'BOOKED_PLAN_NOT_SHAREABLE', blockedBy: tooSmall.orderNo }
      return linesWithComing(facts) >= ruleValue('linesMax', today)
        ? { code: 'LINE_LIMIT_REACHED' }
        : undefined
    },
  }),
  simReissue: onLine({
    blockedBy: alone({
      suspended: cell('refused', 'line', ['lost']),
      kindChangeOpen: cell('refused', 'contract'),
    }),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
  simKindChange: onLine({
    blockedBy: alone(),
    lockedBy: 'simChange',
    proof: 'secondFactor',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
} satisfies OperationRules

/** An ordered line is prepared in its place: the order and the line that waits for it are one. */
function linesWithComing({ lines, addOrders }: ContractFacts): number {
  const preparing = lines.filter(({ state }) => state === 'preparing').length
  const others = lines.filter(({ state }) => state !== 'preparing' && state !== 'ended').length
  return others + Math.max(preparing, addOrders.filter(isOpenOrder).length)
}

/** The orders for lines to come. */
export const addOrderFacts = (orders: readonly StoredOrder[]) =>
  ordersOf(orders, 'simAdd', 'lineOpen').map((order) => simOrderFact(order, 'add'))

/** The orders that replace a line's SIM. */
export const simChangeFacts = (orders: readonly StoredOrder[]) =>
  orders.flatMap((order) => {
    const kind = changes[order.procedure]
    return kind === undefined ? [] : [simOrderFact(order, kind)]
  })

const changes: Partial<Record<OrderProcedure, SimOrderKind>> = {
  simReissue: 'reissue',
  simKindChange: 'kindChange',
}

function simOrderFact(order: StoredOrder, kind: SimOrderKind): SimOrderFact {
  return {
    orderNo: order.orderNo,
    kind,
    state: simOrderStates.isState(order.state) ? order.state : simOrderStates.initial,
    expectedOn: order.expectedOn,
    toKind: orderedKind(order.details['wish']),
  }
}

function orderedKind(ordered: unknown): LineKind | undefined {
  const kind =
    typeof ordered === 'object' && ordered !== null && 'kind' in ordered ? ordered.kind : undefined
  return lineKinds.find((one) => one === kind)
}
