import { lockContract } from '#backend/contract/contracts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { decideSwitchOver } from '#domain/sim/decide-sim-order.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestSwitch, type CarrierOrders } from './carrier-orders.ts'
import { lineOfOrder } from './effects.ts'
import type { SimOrder } from './details.ts'
import { simOrder } from './procedure.ts'
import { isSwitchable } from './status.ts'

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
): Promise<SimOrder> {
  await lockContract(tx, key.contractId)
  const order = await simOrder.find(tx, key)
  if (!isSwitchable(order)) throw new Refusal('ORDER_NOT_SWITCHABLE')
  if (hour === undefined)
    return requestSwitch(tx, deps, order, await lineOfOrder(tx, order), 'member', now)
  const { readyAt } = order.details
  const { at } = requireOk(decideSwitchOver(order.state, readyAt ?? now, hour, now))
  return simOrder.patch(tx, key, {
    now,
    merge: {
      switchAt: at,
      switchAnswer: null,
      nextSteps: [nextStep('選んだ日時に切り替えます。それまでは日時を変えられます。', at)],
    },
  })
}
