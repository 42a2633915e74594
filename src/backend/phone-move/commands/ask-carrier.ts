import { askOfLine } from '#backend/carrier/exchange.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newExchangeId } from '#backend/carrier/exchange.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { MoveOrder } from '../rows/details.ts'
import { phoneMove } from '../procedure.ts'

type Deps = { readonly queue: JobQueue }

/** Asks the carrier for the profile: at once, when the proof is given, or when the hold is over (it waits with the order). */
export async function requestProfile(
  tx: Db,
  { queue }: Deps,
  by: By,
  order: MoveOrder,
  line: LineRow,
): Promise<MoveOrder> {
  const exchangeId = newExchangeId()
  const request = { type: 'order', kind: 'move-profile', fields: {} } as const
  await askOfLine(tx, queue, line, request, {
    orderNo: order.order_no,
    exchangeId,
    now: by.now,
  })
  return phoneMove.patch(order.order_no, { merge: { exchangeId } })(tx, by)
}

type Act = 'move-switch' | 'move-back' | 'move-cancel'

/** Ids count the attempts, so that a second run asks nothing twice, and a refused request can be made again. */
const suffixes: Readonly<Record<Act, (order: MoveOrder) => string>> = {
  'move-switch': ({ details }) => `s${details.switchAttempts + 1}`,
  'move-back': ({ details }) => `b${details.backAttempts + 1}`,
  'move-cancel': () => 'c',
}

/** Asks for what is done with the profile that was made: nothing is asked where none was. */
export async function requestAct(
  tx: Db,
  { queue }: Deps,
  by: By,
  order: MoveOrder,
  line: LineRow,
  kind: Act,
): Promise<void> {
  const { exchangeId } = order.details
  if (exchangeId === undefined) return
  const request = { type: 'order', kind, fields: { forOrderId: exchangeId } } as const
  await askOfLine(tx, queue, line, request, {
    orderNo: order.order_no,
    exchangeId: `${exchangeId}-${suffixes[kind](order)}`,
    now: by.now,
  })
}
