import { lockContract } from '#backend/contract/contracts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { findOrder, noteOnOrder, type OrderRow } from '#backend/order/orders.ts'
import { nextStep } from '#backend/order/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { autoSwitchAt, decideSwitchOver, switchHours } from '#domain/sim/decide-sim-order.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { requestSwitch, type CarrierOrders } from './carrier-orders.ts'
import { lineOfOrder } from './effects.ts'
import { detailsOf, isSimOrder } from './wish.ts'

type OrderKey = { contractId: string; orderNo: string }

/**
 * Switches over now, or books the hour. The carrier is asked only when the hour has come, so that the member may
 * choose another one until then.
 * @throws Refusal ORDER_NOT_SWITCHABLE, SWITCH_HOUR_NOT_OFFERED; NOT_FOUND for an order of something else.
 */
export async function chooseSwitchOver(
  tx: Db,
  deps: CarrierOrders,
  key: OrderKey,
  hour: Instant | undefined,
  now: Instant,
): Promise<OrderRow> {
  await lockContract(tx, key.contractId)
  const order = await findOrder(tx, key.contractId, key.orderNo)
  if (!isSimOrder(order)) throw new Refusal('NOT_FOUND')
  if (!isSwitchable(order)) throw new Refusal('ORDER_NOT_SWITCHABLE')
  if (hour === undefined)
    return requestSwitch(tx, deps, order, await lineOfOrder(tx, order), 'member', now)
  const { readyAt } = detailsOf(order)
  const state = simOrderStates.isState(order.state) ? order.state : simOrderStates.initial
  const { at } = requireOk(decideSwitchOver(state, readyAt ?? now, hour, now))
  return noteOnOrder(tx, key, {
    now,
    merge: {
      switchAt: formatRfc3339(at),
      switchAnswer: null,
      nextSteps: [nextStep('選んだ日時に切り替えます。それまでは日時を変えられます。', at)],
    },
  })
}

/** Ready, and the carrier has not been asked already. */
export function isSwitchable(order: OrderRow): boolean {
  if (!isSimOrder(order) || order.state !== 'switch_ready') return false
  return !detailsOf(order).switchAskedAt
}

/** Hours on offer for an order now; none while it cannot be switched. */
export function offeredHours(order: OrderRow, now: Instant): string[] {
  if (!isSwitchable(order)) return []
  const { readyAt } = detailsOf(order)
  return switchHours(readyAt ?? now, now).map(formatRfc3339)
}

/** Who wants the switch-over by now: the member whose hour has come, or nobody, so that we do it (spec: ours). */
export function dueSwitch(order: OrderRow, now: Instant): 'member' | 'system' | undefined {
  if (!isSwitchable(order)) return undefined
  const { switchAt, readyAt } = detailsOf(order)
  if (switchAt && !isBefore(now, switchAt)) return 'member'
  if (readyAt && !isBefore(now, autoSwitchAt(readyAt))) return 'system'
  return undefined
}
