import { lineOfOrder } from '../queries/line-of-order.ts'
import { factOf, type Report } from '#backend/carrier/reports.ts'
import type { Db } from '#backend/db/connect.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { By } from '#backend/contract/who.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { requestCancel, requestSwitch, type CarrierOrders } from './ask-carrier.ts'
import { returnCharges } from '#backend/contract/booked-charges.ts'
import { isToldOf, simMessage } from '../messages.ts'
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

/** Whom the lines of a new contract concern besides: told in the transaction of the step. */
export type OpeningHooks = {
  readonly moved: (tx: Db, by: By, move: LineMove) => Promise<void>
}

export type SimProgress = CarrierOrders & { commit: Commit; opening: OpeningHooks }

/** What the state that was reached means for the line, the bill and the member. */
export async function takeEffect(
  tx: Db,
  deps: SimProgress,
  by: By,
  order: SimOrder,
  reports: readonly Report[],
) {
  const { details } = order
  const { now } = by
  let reached: { order: SimOrder; newNumber?: string | undefined } = { order }
  const line = await lineOfOrder(tx, order)
  // Wished for before the carrier had answered: it is asked now, however far the order has come meanwhile.
  const cancels = details.cancelAskedAt && !details.cancelSentAt && order.closed_at === null
  if (cancels) await requestCancel(tx, deps, by, order, line)
  switch (order.state) {
    case 'preparing':
      return
    case 'shipped':
      await tellOpening(tx, deps, by, order, now)
      break
    case 'switch_ready': {
      const { switchAt } = details
      if (switchAt && Temporal.Instant.compare(switchAt, now) <= 0)
        await requestSwitch(tx, deps, by, order, line, 'member')
      break
    }
    case 'switched':
    case 'auto_switched': {
      const number = factOf(reports, 'number')
      const iccid = factOf(reports, 'iccid')
      const at = reports.findLast(({ state }) => state.endsWith('switched'))?.at ?? now
      await switchLine(tx, deps.sealing, line, { ...details.wish, number, iccid }, at)
      if (simOrder.addsLine(order) && !isLineOpening(order)) await shareCourse(tx, order, at)
      const noted = await simOrder.patch(order.order_no, {
        effectiveOn: toTokyoDate(at),
        expectedOn: null,
        merge: { nextSteps: [nextStep('切り替えが完了しました。', at)] },
      })(tx, by)
      const isFirst = line.activated_on === null
      const isNew = number !== undefined && (isFirst || number !== openNumber(line, deps.sealing))
      reached = { order: noted, newNumber: isNew ? number : undefined }
      await tellOpening(tx, deps, by, noted, at)
      break
    }
    case 'cancelled':
    case 'failed':
      await endWithoutEffect(tx, deps, by, order)
      break
    default:
      break
  }
  const { state } = order
  const { newNumber } = reached
  await deps.commit.order(tx, by, {
    procedure: simOrder,
    step: reached.order,
    audit: { action: `sim-order-${state}` },
    message: isToldOf(state) ? (told) => simMessage(state, { ...told, newNumber }) : undefined,
  })
}

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
    await stepLine(tx, await lineOfOrder(tx, order), 'preparation_cancelled', system)
    await tellOpening(tx, deps, by, ended, by.now)
  }
  return ended
}

async function tellOpening(
  tx: Db,
  { opening, sealing }: Pick<SimProgress, 'opening' | 'sealing'>,
  by: By,
  order: SimOrder,
  at: Instant,
) {
  if (!isLineOpening(order)) return
  await opening.moved(tx, by, { order, at, chosen: chosenOptions(sealing, order) })
}
