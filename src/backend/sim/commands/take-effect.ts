import { factOf, type Report } from '#backend/carrier/reports.ts'
import { findLine, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { By } from '#backend/contract/who.ts'
import { takeOrderStep, type StepEngine } from '#backend/procedure/take-order-step.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { CarrierOrders } from './ask-carrier.ts'
import { returnCharges } from '#backend/contract/booked-charges.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'
import { isNotifiedOf, simMessage } from '../messages.ts'
import { stillStopped } from '../queries/status.ts'
import { shareCourse, stepLine, switchLine } from './change-line.ts'
import { chosenOptions, type ChosenOption } from '../rows/chosen-options.ts'
import { isLineOpening, type SimOrder } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'

/** A line of a new contract was shipped, is in service, or comes to nothing. */
export type LineMove = {
  readonly order: SimOrder
  /** When it happened. */
  readonly at: Instant
  /** What is to be joined with the line. */
  readonly chosen: readonly ChosenOption[]
}

/** What else the lines of a new contract concern: run in the transaction of the step. */
export type OpeningHooks = {
  readonly moved: (tx: Db, by: By, move: LineMove) => Promise<void>
}

export type SimProgress = CarrierOrders & { engine: StepEngine; opening: OpeningHooks }

type Effect = { readonly line: LineRow; readonly reports: readonly Report[] }

/** What the state that was reached means for the line, the bill and the member. */
export async function takeEffect(tx: Db, deps: SimProgress, by: By, order: SimOrder, of: Effect) {
  const { state } = order
  if (state === 'preparing') return
  const isSwitched = state === 'switched' || state === 'auto_switched'
  const { reached, newNumber } = isSwitched
    ? await beginService(tx, deps, by, order, of)
    : { reached: order, newNumber: undefined }
  if (state === 'shipped') await reportMove(tx, deps, by, order, by.now)
  if (state === 'cancelled' || state === 'failed') await endWithoutEffect(tx, deps, by, order)
  await takeOrderStep(tx, deps.engine, by, {
    procedure: simOrder,
    step: reached,
    audit: { action: `sim-order-${state}` },
    message: isNotifiedOf(state)
      ? (facts) => simMessage(state, { ...facts, newNumber })
      : undefined,
  })
}

/** The line is in service with the new card. @returns the order, and the number where the line has got another. */
async function beginService(
  tx: Db,
  deps: SimProgress,
  by: By,
  order: SimOrder,
  { line, reports }: Effect,
) {
  const number = factOf(reports, 'number')
  const iccid = factOf(reports, 'iccid')
  const at = reports.findLast(({ state }) => state.endsWith('switched'))?.at ?? by.now
  await switchLine(tx, deps.sealing, line, { ...order.details.wish, number, iccid }, at)
  if (simOrder.addsLine(order) && !isLineOpening(order)) await shareCourse(tx, order, at)
  const switchedWhile = stopOf(line)
  const stillOff = switchedWhile && nextStep(stillStopped[switchedWhile])
  const reached = await simOrder.patch(order.order_no, {
    effectiveOn: toTokyoDate(at),
    expectedOn: null,
    merge: {
      nextSteps: [nextStep('切り替えが完了しました。', at), ...(stillOff ? [stillOff] : [])],
      ...(switchedWhile && { switchedWhile }),
    },
  })(tx, by)
  const isFirst = line.activated_on === null
  const isNew = number !== undefined && (isFirst || number !== openNumber(line, deps.sealing))
  await reportMove(tx, deps, by, reached, at)
  return { reached, newNumber: isNew ? number : undefined }
}

/** The carrier switches over by itself what its own day has come for: also a line that is stopped, which stays so. */
const stopOf = ({ suspension_reason: reason }: LineRow) =>
  suspensionReasons.find((one) => one === reason)

/** A cancelled or failed order costs nothing and leaves no line behind. */
export async function endWithoutEffect(
  tx: Db,
  deps: Pick<SimProgress, 'opening' | 'sealing'>,
  by: By,
  order: SimOrder,
): Promise<SimOrder> {
  const lineId = order.line_id ?? undefined
  await returnCharges(tx, { ...keyOf(order), lineId }, by.now)
  const ended = await simOrder.patch(order.order_no, {
    expectedOn: null,
    effectiveOn: null,
    merge: { nextSteps: [nextStep('料金はかかりません。')] },
  })(tx, by)
  if (simOrder.addsLine(order) && lineId !== undefined) {
    const system = { actor: 'system', now: by.now } as const
    const line = await findLine(tx, order.contract_id, lineId)
    await stepLine(tx, line, 'preparation_cancelled', system)
    await reportMove(tx, deps, by, ended, by.now)
  }
  return ended
}

/** Of a line of a new contract: its opening goes on, or comes to nothing. */
async function reportMove(
  tx: Db,
  { opening, sealing }: Pick<SimProgress, 'opening' | 'sealing'>,
  by: By,
  order: SimOrder,
  at: Instant,
) {
  if (!isLineOpening(order)) return
  await opening.moved(tx, by, { order, at, chosen: chosenOptions(sealing, order) })
}
