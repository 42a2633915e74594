import { isolated } from '#backend/jobs/isolated.ts'
import { z } from 'zod'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { CardResult } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { planRefund } from '#domain/billing/refund.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findBill } from '../rows/bill-steps.ts'
import { creditLeft } from '../queries/credit-left.ts'
import { bills } from '../steps.ts'
import {
  findRefund,
  refundsOf,
  refundsWithoutAnswer,
  writeAnswer,
  writeRefund,
  type RefundRow,
} from '../rows/refunds.ts'
import type { PaymentDeps } from './settle-payment.ts'
import { findPayment, openPartnerId, toCardAnswer } from '../rows/payments.ts'
import { accountOfWay, post } from '../rows/postings.ts'
import { contractsToGiveBack, creditBills, refundablePayments } from '../queries/credit-due.ts'
import type { BillRow } from '../queries/stored-bills.ts'

type Deps = Pick<PaymentDeps, 'database' | 'sealing' | 'log' | 'outbox' | 'card' | 'points'>

/** Asks again what became of a refund the processor has reported on. */
export const lookUpRefundJob = defineJob({
  name: 'refund-look-up',
  payload: z.object({ refundId: z.string() }),
  retryLimit: 6,
  retryDelaySeconds: 10,
})

/**
 * Gives back what is left of a credit when a contract is over (billing.md 13), to the cards it was paid with. Written down
 * before the processor is asked, settled by its answer once; an answer that never came is looked up, and asked
 * for again under the same id. Where no card takes it the bill says so until staff act (docs/operations.md).
 */
export async function refundCredits(deps: Deps, at: Instant): Promise<void> {
  for (const refund of await refundsWithoutAnswer(deps.database.db))
    await isolated(deps.log, { refundId: refund.refund_id }, 'credit not refunded', () =>
      reconcileRefund(deps, refund, at),
    )
  for (const contractId of await contractsToGiveBack(deps.database.db))
    await isolated(deps.log, { contractId }, 'credit not refunded', async () => {
      const by: By = { actor: 'system', contractId, now: at }
      const begun = await deps.database.db.transaction().execute((tx) => beginRefunds(tx, deps, by))
      for (const refund of begun)
        await isolated(deps.log, { refundId: refund.refund_id }, 'credit not refunded', () =>
          askForRefund(deps, refund, at),
        )
    })
}

async function beginRefunds(tx: Db, deps: Deps, by: By): Promise<RefundRow[]> {
  await lockContract(tx, by.contractId)
  if ((await contractsToGiveBack(tx, by.contractId)).length === 0) return []
  const begun: RefundRow[] = []
  for (const bill of await creditBills(tx, by.contractId))
    begun.push(...(await beginOf(tx, deps, by, bill)))
  return begun
}

/** Everything that is left of one bill; what the cards cannot take makes the bill wait for staff. */
async function beginOf(tx: Db, deps: Deps, by: By, bill: BillRow): Promise<RefundRow[]> {
  const left = await creditLeft(tx, bill)
  if (left <= 0) return []
  const payments = await refundablePayments(tx, by.contractId)
  const plan = planRefund(left, payments)
  const begun: RefundRow[] = []
  for (const { orderId, yen: amountYen } of plan.parts)
    for (const { way, last4 } of payments.filter((payment) => payment.orderId === orderId))
      begun.push(await writeRefund(tx, bill, { amountYen, way, orderId, last4 }, by.now))
  const step = bill.state === 'credit' ? 'refund_sent' : 'refund_sent_again'
  if (begun.length > 0)
    await takeStep(tx, deps, by, bills, { row: bill, step, facts: { refunds: begun } })
  else await closeOf(tx, deps, by, bill)
  return begun
}

/** Asks the processor what it knows; what never arrived is sent again under the same id. */
async function reconcileRefund(deps: Deps, refund: RefundRow, at: Instant): Promise<RefundRow> {
  // Staff have sent the money by bank already.
  if (refund.way === 'transfer')
    return settleRefund(deps, refund, { kind: 'accepted', value: done(refund) }, at)
  const known =
    refund.way === 'points'
      ? toCardAnswer(await deps.points.find(refund.refund_id))
      : await deps.card.findRefund(refund.refund_id)
  return known.kind === 'rejected'
    ? askForRefund(deps, refund, at)
    : settleRefund(deps, refund, known, at)
}

async function askForRefund(deps: Deps, refund: RefundRow, at: Instant): Promise<RefundRow> {
  const { refund_id: orderId, payment_order_id: chargeOrderId, amount_yen: amountYen } = refund
  if (chargeOrderId === null) return reconcileRefund(deps, refund, at)
  if (refund.way === 'points')
    return settleRefund(deps, refund, await givePointsBack(deps, refund, chargeOrderId), at)
  return settleRefund(
    deps,
    refund,
    await deps.card.refund({ orderId, chargeOrderId, amountYen }),
    at,
  )
}

/** To whom they were taken from, linked with the account still or not. */
async function givePointsBack(
  deps: Deps,
  { refund_id: orderId, amount_yen: amount }: RefundRow,
  paidBy: string,
) {
  const memberId = openPartnerId(deps.sealing, await findPayment(deps.database.db, paidBy))
  const asked = { orderId, memberId, kind: 'give-back', points: amount } as const
  return toCardAnswer(await deps.points.move(asked))
}

async function settleRefund(
  deps: Deps,
  { contract_id: contractId, refund_id: refundId }: RefundRow,
  answer: CarrierAnswer<CardResult>,
  at: Instant,
): Promise<RefundRow> {
  return deps.database.db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId)
    const refund = await findRefund(tx, refundId)
    if (refund.state === 'ok' || refund.state === 'refused') return refund
    if (answer.kind !== 'accepted') return writeAnswer(tx, refund, { state: 'unknown' })
    const { value } = answer
    if (value.amountYen !== refund.amount_yen) {
      deps.log.error({ refundId, amountYen: value.amountYen }, 'refund answer of another amount')
      return writeAnswer(tx, refund, { state: 'unknown' })
    }
    const by: By = { actor: 'system', contractId, now: at }
    const isDone = value.result === 'ok'
    await post(tx, {
      contractId,
      sourceRef: `${isDone ? 'refunded' : 'refund-refused'}/${refundId}`,
      at,
      debit: 'refund',
      credit: isDone ? accountOfWay[refund.way] : 'credit',
      amountYen: refund.amount_yen,
    })
    const written = await writeAnswer(tx, refund, {
      state: isDone ? 'ok' : 'refused',
      answered_at: at,
      reason: isDone ? null : value.reason,
    })
    await closeOf(tx, deps, by, await findBill(tx, { contractId, month: refund.month }))
    return written
  })
}

/** Once nothing is left or nothing more can be done by itself; the member is notified once of each. */
async function closeOf(tx: Db, deps: Deps, by: By, bill: BillRow): Promise<void> {
  const refunds = await refundsOf(tx, bill)
  if (refunds.some(({ state }) => state === 'sent' || state === 'unknown')) return
  const left = await creditLeft(tx, bill)
  const paid = refunds.filter(({ state }) => state === 'ok')
  if (left === 0) {
    await takeStep(tx, deps, by, bills, { row: bill, step: 'refunded', facts: { refunds: paid } })
    return
  }
  const isSomeLeft = planRefund(left, await refundablePayments(tx, by.contractId)).parts.length > 0
  // Another deps.card can take it: the next round asks.
  if (isSomeLeft) return
  deps.log.error({ billId: bill.bill_id, leftYen: left }, 'credit cannot be refunded to a card')
  await takeStep(tx, deps, by, bills, {
    row: bill,
    step: 'refund_refused',
    facts: { leftYen: left },
  })
}

/** The job of a refund without an answer. @throws Error while there is none, so that the queue asks again */
export async function lookUpRefund(deps: Deps, refundId: string, at: Instant): Promise<void> {
  const refund = await findRefund(deps.database.db, refundId)
  if (refund.state === 'ok' || refund.state === 'refused') return
  const found = await reconcileRefund(deps, refund, at)
  if (found.state === 'unknown') throw new Error('no answer yet')
}

const done = ({ amount_yen: amountYen, requested_at: at }: RefundRow): CardResult => ({
  result: 'ok',
  amountYen,
  at: at.toString(),
})
