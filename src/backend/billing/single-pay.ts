import { z } from 'zod'
import type { AreaAfterCommit, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob, runJob } from '#backend/jobs/queue.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { By } from '#backend/contract/who.ts'
import { yen } from '#domain/money.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { billingApi } from '#protocol/billing.ts'
import { dueYen } from './bill-steps.ts'
import { maskedCard } from './masked-card.ts'
import {
  attemptsOf,
  findPayment,
  isPayable,
  type PaymentDeps,
  type PaymentRow,
  type Payments,
} from './payments.ts'
import { refusalWords } from './refusal-words.ts'
import type { BillRow } from './stored-bills.ts'

type Paid = Answer<typeof billingApi.singlePayPost>

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
  deps: Pick<PaymentDeps, 'database' | 'queue'> & { now: () => Instant },
  payments: Payments,
) {
  const { db } = deps.database

  const handlers = {
    async singlePayPost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const { db: tx, now } = caller
      await lockContract(tx, contractId)
      const bill = await findOwnBill(tx, contractId, body.billId)
      await requirePayable(tx, bill)
      if ((await dueYen(tx, bill)) !== yen(body.amountYen))
        throw new RefusalError('CONDITIONS_CHANGED')
      await requireCard(tx, contractId, now)
      return toAnswer(await payments.begin(tx, bill, { askedBy: 'member', now }))
    },
  } satisfies AreaHandlers

  const afterCommit = {
    async singlePayPost(begun, { now }) {
      const payment = await findReceipt(db, begun.receiptNo)
      const settled = await ask(payment, now)
      if (settled.state === 'refused')
        throw new RefusalError({
          code: 'PAYMENT_REFUSED',
          message: `${refusalWords(settled.reason)}料金はかかっていません。カードをお確かめのうえ、もう一度お手続きください。`,
        })
      if (settled.state !== 'ok')
        await deps.queue.send(db, lookUpPaymentJob, { orderId: settled.order_id })
      return toAnswer(settled)
    },
  } satisfies AreaAfterCommit

  /** A repeated call finds what the first one did: it is asked for, not charged again. */
  async function ask(payment: PaymentRow, now: Instant): Promise<PaymentRow> {
    if (payment.state === 'sent') return payments.send(payment, now, { isAwaited: true })
    if (payment.state === 'unknown') return payments.reconcile(payment, now, { isAwaited: true })
    return payment
  }

  const lookUp = runJob(lookUpPaymentJob, async ({ orderId }) => {
    const payment = await findPayment(db, orderId)
    if (payment.state === 'ok' || payment.state === 'refused') return
    const found = await payments.reconcile(payment, deps.now())
    if (found.state === 'unknown') throw new Error('no answer yet')
  })

  return { handlers, afterCommit, jobs: [lookUp] }
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

async function findReceipt(db: Db, receiptNo: string): Promise<PaymentRow> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('receipt_no', '=', receiptNo)
    .executeTakeFirstOrThrow()
}

async function requirePayable(tx: Db, bill: BillRow) {
  if (await isPayable(tx, bill)) return
  const attempts = await attemptsOf(tx, bill.contract_id, bill.month)
  const isAwaited = attempts.some(({ state }) => state === 'sent' || state === 'unknown')
  throw new RefusalError(isAwaited ? 'PAYMENT_UNKNOWN' : 'NOTHING_TO_PAY')
}

async function requireCard(tx: Db, contractId: string, now: Instant) {
  const card = await paymentCard(tx, contractId, now)
  if (card === undefined || !card.usable) throw new RefusalError('CARD_MISSING')
}

function toAnswer(payment: PaymentRow): Paid {
  return {
    result: payment.state === 'ok' ? 'paid' : 'unknown',
    receiptNo: payment.receipt_no,
    paidYen: payment.amount_yen,
    paidAt: payment.answered_at === null ? undefined : formatRfc3339(payment.answered_at),
    resumedAt: payment.resumed_at === null ? undefined : formatRfc3339(payment.resumed_at),
  }
}

/** The receipt of a payment, readable again; another member's is not found. */
export async function paymentReceipt(
  db: Db,
  { contractId }: Pick<By, 'contractId'>,
  receiptNo: string,
): Promise<Answer<typeof billingApi.billingPaymentGet>> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('bill', (join) =>
      join
        .onRef('bill.contract_id', '=', 'payment.contract_id')
        .onRef('bill.month', '=', 'payment.month'),
    )
    .innerJoin('contract', 'contract.contract_id', 'payment.contract_id')
    .selectAll('payment')
    .select(['bill.bill_id', 'contract.suspension_reason'])
    .where('payment.contract_id', '=', contractId)
    .where('payment.receipt_no', '=', receiptNo)
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  const { result, ...answer } = toAnswer(row)
  const isRefused = row.state === 'refused'
  return {
    ...answer,
    result: isRefused ? 'refused' : result,
    reason: isRefused ? refusalWords(row.reason) : undefined,
    paidAt: isRefused ? undefined : answer.paidAt,
    billId: row.bill_id,
    month: row.month,
    askedAt: formatRfc3339(row.sent_at),
    stillSuspended: row.suspension_reason === 'unpaid',
    cardMasked: row.card_last4 === null ? undefined : maskedCard(row.card_last4),
  }
}
