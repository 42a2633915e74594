import { z } from 'zod'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { findPartnerId } from '#backend/partner/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen } from '../rows/bill-steps.ts'
import {
  attemptsOf,
  findPayment,
  findReceipt,
  findRest,
  isPayable,
  isSettled,
  type PaymentRow,
} from '../rows/payments.ts'
import {
  beginPayment,
  beginWithPoints,
  reconcilePayment,
  sendPayment,
  type PaymentDeps,
} from './settle-payment.ts'
import { toAnswer, type Paid } from '../queries/receipt.ts'
import type { BillRow } from '../queries/stored-bills.ts'
import { refusalOf } from '../queries/refusal-words.ts'

/** Asks again what became of a payment without an answer, minutes before the hour's round would. */
export const lookUpPaymentJob = defineJob({
  name: 'payment-look-up',
  payload: z.object({ orderId: z.string() }),
  retryLimit: 6,
  retryDelaySeconds: 10,
})

/**
 * Pays one whole bill (billing.md 17), once whatever is pressed: the payment is written down under the contract's lock
 * with the member's key, and only then, outside of the transaction (`finishPayment`), the processor is asked.
 * @throws RefusalError NOT_FOUND, PAYMENT_UNKNOWN, NOTHING_TO_PAY, CONDITIONS_CHANGED, CARD_MISSING, POINTS_NOT_LINKED
 */
export async function beginSinglePay(
  tx: Db,
  deps: Pick<PaymentDeps, 'sealing'>,
  { contractId, accountId, now }: Pick<Who, 'contractId' | 'accountId' | 'now'>,
  request: { billId: string; amountYen: number; points?: number | undefined },
): Promise<Paid> {
  const { amountYen, points = 0 } = request
  await lockContract(tx, contractId)
  const bill = await findOwnBill(tx, contractId, request.billId)
  await requirePayable(tx, bill)
  if ((await dueYen(tx, bill)) !== yen(amountYen)) throw new RefusalError('CONDITIONS_CHANGED')
  if (points > amountYen) throw new RefusalError('CONDITIONS_CHANGED')
  if (points < amountYen) await requireCard(tx, contractId, now)
  if (points === 0) return toAnswer([await beginPayment(tx, bill, { askedBy: 'member', now })])
  const partnerId = await findPartnerId(tx, deps.sealing, accountId)
  if (partnerId === undefined) throw new RefusalError('POINTS_NOT_LINKED')
  const given = { pointsYen: yen(points), partnerId, now }
  return toAnswer([await beginWithPoints(tx, deps, bill, given)])
}

/** Asks the processor for what was written down. @throws RefusalError PAYMENT_REFUSED, POINTS_REFUSED */
export async function finishSinglePay(
  deps: PaymentDeps,
  receiptNo: string,
  now: Instant,
): Promise<Paid> {
  const { db } = deps.database
  const parts = await askAll(deps, await findReceipt(db, receiptNo), now)
  const last = parts.at(-1)
  if (last?.state === 'refused') throw refusalOf(last, parts)
  if (last !== undefined && !isSettled(last))
    await deps.queue.send(db, lookUpPaymentJob, { orderId: last.order_id })
  return toAnswer(parts)
}

/** The points first; the card once they have come. */
async function askAll(deps: PaymentDeps, asked: PaymentRow, now: Instant): Promise<PaymentRow[]> {
  const first = await ask(deps, asked, now)
  const rest = first.state === 'ok' ? await findRest(deps.database.db, first) : undefined
  return rest === undefined ? [first] : [first, await ask(deps, rest, now)]
}

/** A repeated call finds what the first one did: it is asked for, not charged again. */
async function ask(deps: PaymentDeps, payment: PaymentRow, now: Instant): Promise<PaymentRow> {
  if (payment.state === 'sent') return sendPayment(deps, payment, now, { isAwaited: true })
  if (payment.state === 'unknown') return reconcilePayment(deps, payment, now, { isAwaited: true })
  return payment
}

/** Asks the processor, for one press; what is left without an answer is looked up soon. */
export async function askSoon(
  deps: PaymentDeps,
  payment: PaymentRow,
  now: Instant,
): Promise<PaymentRow> {
  const asked = await ask(deps, payment, now)
  if (!isSettled(asked))
    await deps.queue.send(deps.database.db, lookUpPaymentJob, { orderId: asked.order_id })
  return asked
}

/** The job of a payment without an answer. @throws Error while there is none, so that the queue asks again */
export async function lookUpPayment(
  deps: PaymentDeps,
  orderId: string,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  const asked = await findPayment(db, orderId)
  const found = isSettled(asked) ? asked : await reconcilePayment(deps, asked, now)
  const rest = found.state === 'ok' ? await findRest(db, found) : undefined
  const last =
    rest === undefined || isSettled(rest)
      ? (rest ?? found)
      : await reconcilePayment(deps, rest, now)
  if (!isSettled(last)) throw new Error('no answer yet')
}

/** @throws RefusalError NOT_FOUND for a bill that does not exist and for another member's: the two look the same. */
async function findOwnBill(tx: Db, contractId: string, billId: string): Promise<BillRow> {
  const bill = await findRow(tx, 'bill', { contract_id: contractId, bill_id: billId })
  if (bill === undefined) throw new RefusalError('NOT_FOUND')
  return bill
}

async function requirePayable(tx: Db, bill: BillRow) {
  if (await isPayable(tx, bill)) return
  const attempts = await attemptsOf(tx, bill.contract_id, bill.month)
  const isAwaited = attempts.some(({ state }) => state === 'sent' || state === 'unknown')
  throw new RefusalError(isAwaited ? 'PAYMENT_UNKNOWN' : 'NOTHING_TO_PAY')
}

export async function requireCard(tx: Db, contractId: string, now: Instant) {
  const card = await paymentCard(tx, contractId, now)
  if (card === undefined || !card.usable) throw new RefusalError('CARD_MISSING')
}
