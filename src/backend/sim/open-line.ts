import { findLines } from '#backend/contract/contracts.ts'
import { findOpenOrders, type OrderRow } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decideOrderCancellation } from '#domain/sim/decide-sim-order.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import { cancelSimOrder } from './cancel-order.ts'
import { sealChosen, type ChosenOption } from './chosen-options.ts'
import { prepareSimOrder, requestSim } from './carrier-orders.ts'
import { isLineOpening, type SimOrder } from './details.ts'
import type { SimProgress } from './effects.ts'
import { insertPreparingLine } from './new-line.ts'
import { planSimOrder } from './order-plan.ts'
import { refuseUsedEid } from './place-order.ts'
import { simOrder } from './procedure.ts'
import { sealPortIn, type PortIn } from './sealed-port-in.ts'

/** A line of a new contract, as its application wants it. */
export type NewLine = {
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly eid?: string | undefined
  readonly nickname?: string | undefined
  readonly portIn?: PortIn | undefined
  readonly options: readonly ChosenOption[]
}

type Deps = SimProgress & { book: PriceBook }

/**
 * Has the SIM of a new contract's line made. What it costs is booked when service begins (billing.md 9).
 * @throws RefusalError EID_IN_USE
 */
export async function openLine(tx: Db, deps: Deps, who: Who, wanted: NewLine): Promise<SimOrder> {
  const { contractId, accountId, now } = who
  const { sealing, book } = deps
  const { kind, simSize, eid, nickname, portIn } = wanted
  const lines = await findLines(tx, contractId)
  const plan = planSimOrder(
    { lines },
    { order: 'add', kind, simSize, eid, nickname },
    { now, book },
  )
  const eidIndex = eid === undefined ? undefined : sealing.index('eid', eid)
  if (eidIndex !== undefined) await refuseUsedEid(tx, eidIndex)
  const line = await insertPreparingLine(tx, sealing, contractId, lines, {
    ...plan,
    number: portIn?.number,
  })
  const holder = await readHolder(tx, sealing, accountId)
  const prepared = prepareSimOrder(sealing, plan, holder, portIn)
  const order = await deps.commit.order(tx, who, {
    procedure: simOrder,
    step: simOrder.open({
      lineId: line.line_id,
      procedure: 'lineOpen',
      event: 'ordered',
      expectedOn: plan.endsOn,
      details: {
        wish: { order: 'add', kind, simSize },
        eidIndex,
        exchangeId: prepared.exchangeId,
        ...(portIn && { portIn: sealPortIn(sealing, line, portIn) }),
        chosenOptions: sealChosen(sealing, line, wanted.options),
        nextSteps: [
          plan.isEsim
            ? nextStep('eSIMのプロファイルができたら、端末に追加してください。')
            : nextStep('SIMが届きます。', plan.arrivesOn),
          nextStep('切り替えの日時を選べます。選ばれないときは自動で切り替えます。', plan.endsOn),
        ],
      },
    }),
    audit: { action: 'line-opening-ordered', details: { kind, simSize, line: line.line_id } },
  })
  await requestSim(tx, deps, order, line, prepared, now)
  return order
}

/** Sent, or its profile is made: neither the application's page nor my page offers to take it back any more. */
const isPastStopping = (row: OrderRow): boolean =>
  row.closed_at === null && !decideOrderCancellation(simOrder.read(row).state).ok

/**
 * Takes back every line of a new contract, while none is on its way.
 * @returns whether it was not too late.
 */
export async function withdrawLines(tx: Db, deps: SimProgress, who: Who): Promise<boolean> {
  const orders = (await findOpenOrders(tx, who.contractId)).filter(isLineOpening)
  if (orders.some(isPastStopping)) return false
  for (const { order_no: orderNo } of orders) await cancelSimOrder(tx, deps, who, orderNo)
  return orders.length > 0
}

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
