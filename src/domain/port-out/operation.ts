import { cell, no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'
import { mnpValidity } from '../policy/mnp-number.ts'
import { isBefore, isTokyoDate } from '../tokyo.ts'
import type { PortOutFact } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { portOutStates } from './port-out-states.ts'

export const portOutRules = {
  portOut: onLine({
    blockedBy: {
      // Policy: a member whose phone is lost may still port the number.
      suspended: cell('refused', 'line', ['lost']),
      unpaid: no,
      cancellationBooked: cell('replaces'),
      // A second number for the same line.
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    repeats: 'mnpNumberLive',
    lockedBy: 'numberTransfer',
    proof: 'secondFactor',
    limit: ({ line, now }) => {
      if (line?.kind !== 'voice') return { code: 'NOT_VOICE_LINE' }
      const { issuedOn, state } = line.mnp ?? {}
      // A refused request never had a valid number, so there is no cooldown.
      if (issuedOn === undefined || state === 'refused') return undefined
      const { expiresAt, renewableAt } = mnpValidity(issuedOn)
      const cooling = !isBefore(now, expiresAt) && isBefore(now, renewableAt)
      return cooling
        ? { code: 'MNP_NUMBER_COOLDOWN', freeFrom: renewableAt, blockedBy: line.mnp?.orderNo }
        : undefined
    },
  }),
} satisfies OperationRules

/** The last port-out of a line, also one that is over: a cooldown follows it. */
export function portOutFact(orders: readonly StoredOrder[]): PortOutFact | undefined {
  const order = ordersOf(orders, 'portOut').at(-1)
  if (order === undefined || !portOutStates.isState(order.state)) return undefined
  const { issuedOn } = order.details
  return {
    orderNo: order.orderNo,
    state: order.state,
    issuedOn: typeof issuedOn === 'string' && isTokyoDate(issuedOn) ? issuedOn : undefined,
  }
}
