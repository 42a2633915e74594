import { cell, no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { LineFacts, PhoneMoveFact } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import type { Instant } from '../tokyo.ts'
import { phoneMoveStates } from './move-states.ts'

export const phoneMoveRules = {
  phoneMove: onLine({
    blockedBy: {
      // Whoever has lost the phone goes on with another one.
      suspended: cell('refused', 'line', ['lost']),
      unpaid: no,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    lockedBy: 'simChange',
    limit: ({ line }) => refuseWhileUndoable(line),
  }),
} satisfies OperationRules

/** The move under way among the orders of a line. */
export function phoneMoveFact(orders: readonly StoredOrder[]): PhoneMoveFact | undefined {
  const order = ordersOf(orders, 'phoneMove').at(-1)
  if (order === undefined || !phoneMoveStates.isState(order.state)) return undefined
  if (phoneMoveStates.isTerminal(order.state)) return undefined
  return { orderNo: order.orderNo, state: order.state, undoUntil: order.undoUntil }
}

/** The SIM is on its way from one phone to the other; once it is switched over, all but another SIM may be begun. */
export const isMoving = ({ state }: PhoneMoveFact): boolean => state !== 'switched'

/** While the SIM of before can come back, no further one is ordered: which of three would work? */
export function refuseWhileUndoable(
  line: LineFacts | undefined,
): Refusal<ReasonCode, Instant> | undefined {
  const move = line?.phoneMove
  if (move === undefined || isMoving(move)) return undefined
  return { code: 'SIM_ORDER_OPEN', blockedBy: move.orderNo, freeFrom: move.undoUntil }
}
