import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf, findRow, getRow, rowsOf, updateRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { CardResult } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointResult } from '#backend/ports/points.ts'
import { payableStates } from '#domain/billing/bill-states.ts'
import { openPayments, type BillKey } from './bill-steps.ts'
import type { BillRow } from '../queries/stored-bills.ts'

export type PaymentRow = Selectable<Database['payment']>

/** Nothing more is asked of it. */
export const isSettled = ({ state }: Pick<PaymentRow, 'state'>) =>
  state === 'ok' || state === 'refused'

/** Charges of the 7th, 10th and 13th; what a member pays by himself is none of them. */
export const isByCalendar = ({ asked_by }: Pick<PaymentRow, 'asked_by'>) => asked_by === 'system'

export async function findPayment(db: Db, orderId: string): Promise<PaymentRow> {
  return getRow(db, 'payment', { order_id: orderId })
}

/** By the number a member reads out. */
export async function findReceipt(db: Db, receiptNo: string): Promise<PaymentRow> {
  return getRow(db, 'payment', { receipt_no: receiptNo })
}

/** All that one press pays, the oldest bill first. */
export async function findPressed(db: Db, receiptNo: string): Promise<PaymentRow[]> {
  const asked = await findReceipt(db, receiptNo)
  const first = asked.pressed_with ?? receiptNo
  return db
    .selectFrom('payment')
    .selectAll()
    .where('contract_id', '=', asked.contract_id)
    .where((eb) => eb.or([eb('receipt_no', '=', first), eb('pressed_with', '=', first)]))
    .orderBy('month')
    .execute()
}

/** The payment by card of what these points left; none where they left nothing, or have not come. */
export async function findRest(db: Db, { order_id: orderId }: PaymentRow) {
  return findRow(db, 'payment', { follows: orderId })
}

/** Where whose points they are is sealed. */
export const partnerAad = (contractId: string) => `payment.partner_id:${contractId}`

/** Whose points a payment was made with. @throws for a payment by card. */
export function openPartnerId(
  sealing: Sealing,
  {
    order_id: orderId,
    contract_id: contractId,
    partner_id_sealed: sealed,
  }: Pick<PaymentRow, 'order_id' | 'contract_id' | 'partner_id_sealed'>,
): string {
  if (sealed === null) throw new Error(`${orderId} was not paid with points`)
  return sealing.open(partnerAad(contractId), sealed)
}

/** A point is a yen: what the partner says of points is what a card processor says of money. */
export function toCardAnswer(answer: CarrierAnswer<PointResult>): CarrierAnswer<CardResult> {
  if (answer.kind !== 'accepted') return answer
  const { at, points: amountYen } = answer.value
  return answer.value.result === 'ok'
    ? { kind: 'accepted', value: { result: 'ok', at, amountYen } }
    : { kind: 'accepted', value: { result: 'refused', reason: answer.value.reason, at, amountYen } }
}

export async function attemptsOf(tx: Db, contractId: string, month: BillKey['month']) {
  return columnsOf(tx, 'payment', ['attempt', 'asked_by', 'state'], {
    contract_id: contractId,
    month,
  })
}

/** Can the bill be paid now? Not while an answer is awaited. */
export async function isPayable(tx: Db, bill: BillRow): Promise<boolean> {
  const isOpen = payableStates.some((state) => state === bill.state)
  return isOpen && (await openPayments(tx, bill.contract_id, bill.month)).length === 0
}

export async function writeAnswer(
  tx: Db,
  payment: PaymentRow,
  answer: Partial<Pick<PaymentRow, 'state' | 'reason' | 'answered_at' | 'resumed_at'>>,
): Promise<PaymentRow> {
  return updateRow(tx, 'payment', { order_id: payment.order_id }, answer)
}

/** Written down, and not known to have come to anything. */
export async function paymentsWithoutAnswer(db: Db): Promise<PaymentRow[]> {
  return rowsOf(db, 'payment', { state: anyOf(['sent', 'unknown']) }, 'sent_at')
}
