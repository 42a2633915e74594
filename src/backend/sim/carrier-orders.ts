import type { LineRow } from '#backend/contract/contracts.ts'
import { newExchangeId, askOfLine, sealFields } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Holder } from '#backend/holder.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { By } from '#backend/contract/who.ts'
import type { SimOrderPlan } from './order-plan.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SimOrder } from './details.ts'
import { openPortIn, type PortIn } from './sealed-port-in.ts'
import { simOrder } from './procedure.ts'

export type CarrierOrders = { queue: JobQueue; sealing: Sealing }

/** What an order will ask of the carrier; the address and the EID are sealed for that one exchange. */
export function prepareSimOrder(
  sealing: Sealing,
  plan: SimOrderPlan,
  holder: Holder,
  portIn?: PortIn,
): PreparedSimOrder {
  const exchangeId = newExchangeId()
  const { order, isEsim } = plan
  const personal = isEsim ? { eid: plan.eid } : shipTo(holder)
  return {
    exchangeId,
    carrierRequest: {
      kind: order === 'kindChange' ? 'change-kind' : isEsim ? 'issue-esim' : 'issue-sim',
      fields: {
        toKind: plan.kind,
        ...(isEsim ? {} : { simSize: plan.simSize }),
        ...(order === 'kindChange' ? {} : { purpose: purposeOf(plan) }),
      },
      sealedFields: sealFields(sealing, exchangeId, { ...personal, ...(portIn && { portIn }) }),
    },
  }
}

export type PreparedSimOrder = {
  exchangeId: string
  carrierRequest: { kind: string; fields: Record<string, unknown>; sealedFields: string }
}

function purposeOf({ order, reason }: SimOrderPlan) {
  if (order === 'add') return 'new'
  return reason === 'sizeChange' ? 'size-change' : 'reissue'
}

function shipTo({ name, zipCode, address }: Holder) {
  return address === undefined ? {} : { shipTo: { name, zipCode: zipCode ?? '', address } }
}

type Ask = {
  exchangeId: string
  kind: string
  fields: Record<string, unknown>
  sealedFields?: string
}

/** Asks the carrier for something to do with the order. */
async function ask(
  tx: Db,
  { queue }: CarrierOrders,
  order: SimOrder,
  line: LineRow,
  { exchangeId, ...what }: Ask,
  now: Instant,
) {
  const request = { type: 'order', ...what } as const
  await askOfLine(tx, queue, line, request, { orderNo: order.order_no, exchangeId, now })
}

/** Asks the carrier for the card or the profile: at once, or when the identity check is passed. */
export async function requestSim(
  tx: Db,
  deps: CarrierOrders,
  order: SimOrder,
  line: LineRow,
  { exchangeId, carrierRequest }: PreparedSimOrder,
  now: Instant,
) {
  await ask(tx, deps, order, line, { exchangeId, ...carrierRequest }, now)
}

/** Asks for the switch-over, now. The id counts the attempts, so that a second run of a sweep asks nothing twice. */
export async function requestSwitch(
  tx: Db,
  deps: CarrierOrders,
  by: By,
  order: SimOrder,
  line: LineRow,
  switchBy: 'member' | 'system',
): Promise<SimOrder> {
  const { now } = by
  const { exchangeId, switchAttempts } = order.details
  if (exchangeId === undefined) return order
  const attempt = switchAttempts + 1
  const portIn = openPortIn(deps.sealing, order)
  const own = `${exchangeId}-s${attempt}`
  await ask(
    tx,
    deps,
    order,
    line,
    {
      exchangeId: own,
      kind: portIn === undefined ? 'switch-over' : 'port-in-complete',
      fields: { forOrderId: exchangeId },
      ...(portIn && { sealedFields: sealFields(deps.sealing, own, portIn) }),
    },
    now,
  )
  return simOrder.patch(order.order_no, {
    merge: { switchAskedAt: now, switchAnswer: null, switchBy, switchAttempts: attempt },
  })(tx, by)
}

/**
 * Asks the carrier to stop the order; it may be too late for that, which only the carrier knows. The id counts the
 * attempts, so that an order kept after a refusal can be taken back later.
 */
export async function requestCancel(
  tx: Db,
  deps: CarrierOrders,
  by: By,
  order: SimOrder,
  line: LineRow,
) {
  const { now } = by
  const { exchangeId, cancelAttempts } = order.details
  if (exchangeId === undefined) return
  const attempt = cancelAttempts + 1
  const own = { exchangeId: `${exchangeId}-c${attempt}`, kind: 'cancel' }
  await ask(tx, deps, order, line, { ...own, fields: { forOrderId: exchangeId } }, now)
  const merge = { cancelSentAt: now, cancelAttempts: attempt }
  await simOrder.patch(order.order_no, { merge })(tx, by)
}
