import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { By } from '#backend/contract/who.ts'
import { addYen, yen } from '#domain/money.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { billingApi } from '#protocol/billing.ts'
import { findPayment, findPressed, findRest, type PaymentRow } from '../rows/payments.ts'
import { refusalWords } from './refusal-words.ts'
import { maskedCard } from '../rows/cards.ts'

export type Paid = Answer<typeof billingApi.singlePayPost>
type Receipt = Answer<typeof billingApi.billingPaymentGet>

/** One payment, or points and what the card paid besides, in this order. */
export function toAnswer(parts: readonly PaymentRow[]): Paid {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('A payment without a part')
  const isPaid = last.state === 'ok' && (last.rest_yen === 0 || parts.length > 1)
  const { answered_at: at, resumed_at: resumedAt } = last
  return {
    result: isPaid ? 'paid' : 'unknown',
    receiptNo: first.receipt_no,
    paidYen: addYen(yen(first.amount_yen), yen(first.rest_yen)),
    pointsYen: first.way === 'points' ? first.amount_yen : undefined,
    paidAt: isPaid && at !== null ? formatRfc3339(at) : undefined,
    resumedAt: resumedAt === null ? undefined : formatRfc3339(resumedAt),
  }
}

/** The receipt of a payment, readable again; another member's is not found. */
export async function paymentReceipt(
  db: Db,
  { contractId }: Pick<By, 'contractId'>,
  receiptNo: string,
): Promise<Receipt> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('bill', (join) =>
      join
        .onRef('bill.contract_id', '=', 'payment.contract_id')
        .onRef('bill.month', '=', 'payment.month'),
    )
    .innerJoin('contract', 'contract.contract_id', 'payment.contract_id')
    .select(['order_id', 'follows', 'bill.bill_id', 'contract.suspension_reason'])
    .where('payment.contract_id', '=', contractId)
    .where('payment.receipt_no', '=', receiptNo)
    .executeTakeFirst()
  if (row === undefined) throw new RefusalError('NOT_FOUND')
  const first = await findPayment(db, row.follows ?? row.order_id)
  const rest = await findRest(db, first)
  const last = rest ?? first
  const { result, ...answer } = toAnswer(rest === undefined ? [first] : [first, rest])
  const isRefused = last.state === 'refused'
  const pressed = await findPressed(db, first.receipt_no)
  return {
    ...answer,
    result: isRefused ? 'refused' : result,
    reason: isRefused ? refusalWords(last.reason) : undefined,
    refusedWay: isRefused ? last.way : undefined,
    paidAt: isRefused ? undefined : answer.paidAt,
    billId: row.bill_id,
    month: first.month,
    others: pressed.filter((one) => one.order_id !== first.order_id).map(toOther),
    askedAt: formatRfc3339(first.sent_at),
    stillSuspended: row.suspension_reason === 'unpaid',
    cardMasked: last.card_last4 === null ? undefined : maskedCard(last.card_last4),
  }
}

function toOther(payment: PaymentRow): Receipt['others'][number] {
  const isRefused = payment.state === 'refused'
  const { result, receiptNo, paidYen, resumedAt } = toAnswer([payment])
  return {
    receiptNo,
    month: payment.month,
    result: isRefused ? 'refused' : result,
    paidYen,
    reason: isRefused ? refusalWords(payment.reason) : undefined,
    resumedAt,
  }
}
