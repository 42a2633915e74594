import { recordAudit } from '#backend/audit.ts'
import { factOf, type Report } from '#backend/carrier/reports.ts'
import { findLine } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { openNumber } from '#backend/contract/line-mapping.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { keyOf } from '#backend/contract/orders.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { requestCancel, requestSwitch, type CarrierOrders } from './carrier-orders.ts'
import { returnCharges } from '#backend/contract/booked-charges.ts'
import { isToldOf, postSimMessage } from './messages.ts'
import { stepLine, switchLine } from './new-line.ts'
import type { SimOrder } from './details.ts'
import { simOrder } from './procedure.ts'

export type SimProgress = CarrierOrders & { outbox: Outbox }

/** What the state that was reached means for the line, the bill and the member. */
export async function takeEffect(
  tx: Db,
  deps: SimProgress,
  order: SimOrder,
  reports: readonly Report[],
  now: Instant,
) {
  const { details } = order
  let reached: { order: SimOrder; newNumber?: string | undefined } = { order }
  const line = await lineOfOrder(tx, order)
  // Wished for before the carrier had answered: it is asked now, however far the order has come meanwhile.
  const cancels = details.cancelAskedAt && !details.cancelSentAt && order.closed_at === null
  if (cancels) await requestCancel(tx, deps, order, line, now)
  switch (order.state) {
    case 'preparing':
      return
    case 'switch_ready': {
      const { switchAt } = details
      if (switchAt && Temporal.Instant.compare(switchAt, now) <= 0)
        await requestSwitch(tx, deps, order, line, 'member', now)
      break
    }
    case 'switched':
    case 'auto_switched': {
      const number = factOf(reports, 'number')
      const iccid = factOf(reports, 'iccid')
      const at = reports.findLast(({ state }) => state.endsWith('switched'))?.at ?? now
      await switchLine(tx, deps.sealing, line, { ...details.wish, number, iccid }, at)
      const noted = await simOrder.patch(tx, keyOf(order), {
        now,
        effectiveOn: toTokyoDate(at),
        expectedOn: null,
        merge: { nextSteps: [nextStep('切り替えが完了しました。', at)] },
      })
      const isNew = number !== undefined && number !== openNumber(line, deps.sealing)
      reached = { order: noted, newNumber: isNew ? number : undefined }
      break
    }
    case 'cancelled':
    case 'failed':
      await endWithoutEffect(tx, order, now)
      break
    default:
      break
  }
  await recordAudit(tx, {
    chain: order.contract_id,
    at: now,
    actor: 'carrier',
    action: `sim-order-${order.state}`,
    target: order.order_no,
  })
  if (!isToldOf(order.state)) return
  const { accountId } = await addressee(tx, order)
  await postSimMessage(tx, deps, { accountId, ...reached }, order.state, now)
}

/** A cancelled or failed order costs nothing and leaves no line behind. */
export async function endWithoutEffect(tx: Db, order: SimOrder, now: Instant) {
  const lineId = order.line_id ?? undefined
  await returnCharges(tx, { ...keyOf(order), lineId }, now)
  await simOrder.patch(tx, keyOf(order), {
    now,
    expectedOn: null,
    effectiveOn: null,
    merge: { nextSteps: [nextStep('料金はかかりません。')] },
  })
  if (simOrder.addsLine(order) && lineId !== undefined)
    await stepLine(tx, await lineOfOrder(tx, order), 'preparation_cancelled', {
      actor: 'system',
      at: now,
    })
}

export async function addressee(tx: Db, order: SimOrder) {
  const { account_id: accountId } = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', order.contract_id)
    .executeTakeFirstOrThrow()
  return { accountId, order }
}

export async function lineOfOrder(db: Db, order: SimOrder) {
  return findLine(db, order.contract_id, order.line_id ?? '')
}
