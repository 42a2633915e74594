import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, getRow, rowsOf, updateRow } from '#backend/db/rows.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'
import { post } from './postings.ts'
import type { BillRow } from '../queries/stored-bills.ts'

export type RefundRow = Selectable<Database['refund']>

type NewRefund = { readonly amountYen: number } & (
  | { readonly way: 'card' | 'points'; readonly orderId: string; readonly last4: string | null }
  | { readonly way: 'transfer' }
)

/** The row and its posting; the credit is not the contract's any more. */
export async function writeRefund(
  tx: Db,
  { contract_id: contractId, month }: Pick<BillRow, 'contract_id' | 'month'>,
  refund: NewRefund,
  now: Instant,
): Promise<RefundRow> {
  const refundId = newReadableNo('H')
  const row = await tx
    .insertInto('refund')
    .values({
      contract_id: contractId,
      refund_id: refundId,
      month,
      way: refund.way,
      payment_order_id: refund.way === 'transfer' ? null : refund.orderId,
      card_last4: refund.way === 'transfer' ? null : refund.last4,
      amount_yen: refund.amountYen,
      state: 'sent',
      reason: null,
      requested_at: now,
      answered_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(tx, {
    contractId,
    sourceRef: `refund/${refundId}`,
    at: now,
    debit: 'credit',
    credit: 'refund',
    amountYen: refund.amountYen,
  })
  return row
}

export async function refundsWithoutAnswer(db: Db): Promise<RefundRow[]> {
  return rowsOf(db, 'refund', { state: anyOf(['sent', 'unknown']) }, 'requested_at')
}

/** @throws where there is none. */
export async function findRefund(db: Db, refundId: string): Promise<RefundRow> {
  return getRow(db, 'refund', { refund_id: refundId })
}

/** What was given back of a bill, or tried to: in order of time, the newest payment's card first. */
export async function refundsOf(
  db: Db,
  { contract_id, month }: Pick<BillRow, 'contract_id' | 'month'>,
): Promise<RefundRow[]> {
  return db
    .selectFrom('refund')
    .leftJoin('payment', 'payment.order_id', 'refund.payment_order_id')
    .selectAll('refund')
    .where('refund.contract_id', '=', contract_id)
    .where('refund.month', '=', month)
    .orderBy('requested_at')
    .orderBy('payment.month', 'desc')
    .orderBy('refund_id')
    .execute()
}

export async function writeAnswer(
  tx: Db,
  { refund_id }: RefundRow,
  answer: Partial<Pick<RefundRow, 'state' | 'reason' | 'answered_at'>>,
): Promise<RefundRow> {
  return updateRow(tx, 'refund', { refund_id }, answer)
}
