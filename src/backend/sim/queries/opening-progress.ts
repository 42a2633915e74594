import type { OrderRow } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { decideOrderCancellation } from '#domain/sim/decide-sim-order.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import { simOrder } from '../procedure.ts'
import type { SimOrder } from '../rows/details.ts'

/** Sent, or its profile is made: neither the application's page nor my page offers to take it back any more. */
export const isPastStopping = (row: OrderRow): boolean =>
  row.closed_at === null && !decideOrderCancellation(simOrder.read(row).state).ok

export type OpeningProgress = {
  readonly orderNo: string
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly state: SimOrder['state']
  readonly stateLabel: string
  readonly sentence: string
  readonly trackingNo?: string
  /** The hour that was chosen. */
  readonly switchAt?: string
  /** Date or instant of what comes next, and what that is. */
  readonly expectedOn?: string
  readonly expectedLabel?: string
  /** Taken back, and the carrier has not said yet whether it still can be. */
  readonly isStopping: boolean
  /** It can no longer be taken back, and with it the whole application. */
  readonly isPastStopping: boolean
  /** What the applicant has to do now. */
  readonly todo?: string
}

/** How far each line of a new contract is, in the words of its order; in their order. */
export async function openingProgress(db: Db, contractId: string): Promise<OpeningProgress[]> {
  const rows = await db
    .selectFrom('procedure_order')
    .innerJoin('line', (on) =>
      on
        .onRef('line.contract_id', '=', 'procedure_order.contract_id')
        .onRef('line.line_id', '=', 'procedure_order.line_id'),
    )
    .selectAll('procedure_order')
    .where('procedure_order.contract_id', '=', contractId)
    .where('procedure', '=', 'lineOpen')
    .orderBy('line.position')
    .execute()
  return rows.map((row) => {
    const order = simOrder.read(row)
    const { trackingNo, switchAt } = order.details
    const { label, sentence } = simOrder.pending(row) ?? simOrder.words(row, order.state)
    return {
      orderNo: order.order_no,
      kind: order.details.wish.kind,
      simSize: order.details.wish.simSize,
      state: order.state,
      stateLabel: label,
      sentence,
      isPastStopping: isPastStopping(row),
      isStopping: row.closed_at === null && order.details.cancelAskedAt != null,
      ...(trackingNo === undefined ? {} : { trackingNo }),
      ...(switchAt === undefined ? {} : { switchAt: formatRfc3339(switchAt) }),
      ...(row.closed_at === null ? comingOf(row) : {}),
    }
  })
}

function comingOf(row: OrderRow) {
  const next = simOrder.next(row)
  const todo = simOrder.todo(row)
  return {
    ...(next === undefined ? {} : { expectedOn: next.on, expectedLabel: next.label }),
    ...(todo === undefined ? {} : { todo }),
  }
}
