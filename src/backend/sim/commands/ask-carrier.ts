import { isFrozen, type LineRow } from '#backend/contract/contracts.ts'
import { askOfLine, sealFields } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { By } from '#backend/contract/who.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { SimOrder } from '../rows/details.ts'
import { openPortIn } from '../rows/port-in.ts'
import type { PreparedSimOrder } from '../rows/prepared-order.ts'
import { simOrder } from '../procedure.ts'

export type CarrierOrders = { queue: JobQueue; sealing: Sealing }

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

/** Asks for the switch-over, now. The id counts the attempts, so that a second run of a task asks nothing twice. */
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

/**
 * Asks for what the member requested before the carrier had answered: the cancellation, however far the order has come
 * meanwhile, and the switch-over whose hour has come; not of a line that staff have stopped.
 */
export async function requestWhatWaited(
  tx: Db,
  deps: CarrierOrders,
  by: By,
  order: SimOrder,
  line: LineRow,
) {
  const { cancelAskedAt, cancelSentAt, switchAt } = order.details
  if (cancelAskedAt && !cancelSentAt && order.closed_at === null)
    await requestCancel(tx, deps, by, order, line)
  const isDue = order.state === 'switch_ready' && switchAt && !isBefore(by.now, switchAt)
  if (isDue && !isFrozen(line)) await requestSwitch(tx, deps, by, order, line, 'member')
}
