import { isFrozen } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Who } from '#backend/contract/who.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { lastDayAhead } from '#domain/cancellation/timing.ts'
import { decideSwitchOver } from '#domain/sim/decide-sim-order.ts'
import { formatRfc3339, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { requestSwitch } from './ask-carrier.ts'
import type { SimProgress } from './take-effect.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import type { SimOrder } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'
import { isSwitchable } from '../queries/status.ts'

/**
 * Switches over now, or books the hour. The carrier is asked only when the hour has come, so that the member may
 * choose another one until then.
 * @throws RefusalError ORDER_NOT_SWITCHABLE, SWITCH_HOUR_NOT_OFFERED, SUSPENDED while staff have stopped the line; NOT_FOUND for an order of something else.
 */
export async function chooseSwitchOver(
  tx: Db,
  deps: SimProgress,
  who: Who,
  orderNo: string,
  hour: Instant | undefined,
): Promise<SimOrder> {
  const { contractId, now } = who
  const { facts } = await loadContract(tx, contractId, { lock: true })
  const order = await simOrder.find(tx, { contractId, orderNo })
  if (!isSwitchable(order)) throw new RefusalError('ORDER_NOT_SWITCHABLE')
  const line = await lineOfOrder(tx, order)
  if (isFrozen(line)) throw new RefusalError('SUSPENDED')
  return takeOrderStep(tx, deps.engine, who, {
    procedure: simOrder,
    step:
      hour === undefined
        ? await requestSwitch(tx, deps, who, order, line, 'member')
        : bookSwitch(order, hour, now, lastDayAhead(facts, line.line_id)),
    audit: {
      action: 'switch-over-chosen',
      details: { switchAt: hour === undefined ? 'now' : formatRfc3339(hour) },
    },
  })
}

function bookSwitch(order: SimOrder, hour: Instant, now: Instant, lastDay: TokyoDate | undefined) {
  const { readyAt } = order.details
  const { at } = requireOk(decideSwitchOver(order.state, readyAt ?? now, hour, now, lastDay))
  return simOrder.patch(order.order_no, {
    merge: {
      switchAt: at,
      switchAnswer: null,
      nextSteps: [nextStep('選んだ日時に切り替えます。それまでは日時を変えられます。', at)],
    },
  })
}
