import { z } from 'zod'
import type { AreaAfterCommit, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import { RefusalError } from '#backend/refusal.ts'
import { formatYen } from '#backend/volume-words.ts'
import { yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen } from './bill-steps.ts'
import {
  attemptsOf,
  findPayment,
  findReceipt,
  findRest,
  isPayable,
  isSettled,
  type PaymentRow,
} from './payment-rows.ts'
import type { PaymentDeps, Payments } from './payments.ts'
import { toAnswer } from './receipt.ts'
import { refusalWords } from './refusal-words.ts'
import type { BillRow } from './stored-bills.ts'

/** Whose points an account can spend: the member's id at the partner; none while the two are not linked. */
export type FindPartnerId = (tx: Db, accountId: string) => Promise<string | undefined>

/** Asks again what became of a payment without an answer, minutes before the hour's round would. */
export const lookUpPaymentJob = defineJob({
  name: 'payment-look-up',
  payload: z.object({ orderId: z.string() }),
  retryLimit: 6,
  retryDelaySeconds: 10,
})

/**
 * Pays one whole bill (billing.md 17), once whatever is pressed: the payment is written down under the contract's lock
 * with the member's key, and only then, outside of the transaction, the processor is asked.
 */
export function createSinglePay(
  deps: Pick<PaymentDeps, 'database' | 'queue'> & {
    now: () => Instant
    findPartnerId: FindPartnerId
  },
  payments: Payments,
) {
  const { db } = deps.database

  const handlers = {
    async singlePayPost({ body }, caller) {
      const { contractId, accountId } = memberOf(caller)
      const { db: tx, now } = caller
      const { points = 0 } = body
      await lockContract(tx, contractId)
      const bill = await findOwnBill(tx, contractId, body.billId)
      await requirePayable(tx, bill)
      if ((await dueYen(tx, bill)) !== yen(body.amountYen))
        throw new RefusalError('CONDITIONS_CHANGED')
      if (points > body.amountYen) throw new RefusalError('CONDITIONS_CHANGED')
      if (points < body.amountYen) await requireCard(tx, contractId, now)
      if (points === 0)
        return toAnswer([await payments.begin(tx, bill, { askedBy: 'member', now })])
      const partnerId = await deps.findPartnerId(tx, accountId)
      if (partnerId === undefined) throw new RefusalError('POINTS_NOT_LINKED')
      const given = { pointsYen: yen(points), partnerId, now }
      return toAnswer([await payments.beginWithPoints(tx, bill, given)])
    },
  } satisfies AreaHandlers

  const afterCommit = {
    async singlePayPost(begun, { now }) {
      const parts = await askAll(await findReceipt(db, begun.receiptNo), now)
      const last = parts.at(-1)
      if (last?.state === 'refused') throw refusalOf(last, parts)
      if (last !== undefined && !isSettled(last))
        await deps.queue.send(db, lookUpPaymentJob, { orderId: last.order_id })
      return toAnswer(parts)
    },
  } satisfies AreaAfterCommit

  /** The points first; the card once they have come. */
  async function askAll(asked: PaymentRow, now: Instant): Promise<PaymentRow[]> {
    const first = await ask(asked, now)
    const rest = first.state === 'ok' ? await findRest(db, first) : undefined
    return rest === undefined ? [first] : [first, await ask(rest, now)]
  }

  /** A repeated call finds what the first one did: it is asked for, not charged again. */
  async function ask(payment: PaymentRow, now: Instant): Promise<PaymentRow> {
    if (payment.state === 'sent') return payments.send(payment, now, { isAwaited: true })
    if (payment.state === 'unknown') return payments.reconcile(payment, now, { isAwaited: true })
    return payment
  }

  /** Asks the processor, for one press; what is left without an answer is looked up soon. */
  async function askSoon(payment: PaymentRow, now: Instant): Promise<PaymentRow> {
    const asked = await ask(payment, now)
    if (!isSettled(asked)) await deps.queue.send(db, lookUpPaymentJob, { orderId: asked.order_id })
    return asked
  }

  const lookUp = runJob(lookUpPaymentJob, async ({ orderId }) => {
    const asked = await findPayment(db, orderId)
    const found = isSettled(asked) ? asked : await payments.reconcile(asked, deps.now())
    const rest = found.state === 'ok' ? await findRest(db, found) : undefined
    const last =
      rest === undefined || isSettled(rest)
        ? (rest ?? found)
        : await payments.reconcile(rest, deps.now())
    if (!isSettled(last)) throw new Error('no answer yet')
  })

  return { handlers, afterCommit, askSoon, jobs: [lookUp] }
}

/** @throws RefusalError NOT_FOUND for a bill that does not exist and for another member's: the two look the same. */
async function findOwnBill(tx: Db, contractId: string, billId: string): Promise<BillRow> {
  const bill = await tx
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('bill_id', '=', billId)
    .executeTakeFirst()
  if (bill === undefined) throw new RefusalError('NOT_FOUND')
  return bill
}

export function refusalOf(refused: PaymentRow, parts: readonly PaymentRow[]): RefusalError {
  const words = refusalWords(refused.reason)
  if (refused.way === 'points')
    return new RefusalError({
      code: 'POINTS_REFUSED',
      message: `${words}ポイントは減っておらず、お支払いも行われていません。`,
    })
  const [points] = parts.filter(({ way, state }) => way === 'points' && state === 'ok')
  const charged =
    points === undefined
      ? 'お支払いは行われていません。'
      : `ポイントの${formatYen(points.amount_yen)}分は、お支払いに充てました。残りのお支払いは行われていません。`
  return new RefusalError({
    code: 'PAYMENT_REFUSED',
    message: `${words}${charged}カードをお確かめのうえ、もう一度お手続きください。`,
  })
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
