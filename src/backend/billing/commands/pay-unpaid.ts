import type { Db } from '#backend/db/connect.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { beginPayment, type PaymentDeps } from './settle-payment.ts'
import { RefusalError } from '#backend/refusal.ts'
import { addYen, yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findBill } from '../rows/bill-steps.ts'
import { findPressed, type PaymentRow } from '../rows/payments.ts'
import { askSoon, requireCard } from './pay-bill.ts'
import { unpaidBills } from '../queries/unpaid.ts'
import { refusalOf } from '../queries/refusal-words.ts'

/**
 * Pays every owed bill with one press: all payments are written down together under the contract's lock, with the
 * member's key, or none is; then (`finishUnpaidPay`) the processor is asked bill by bill, the oldest first. A bill is
 * charged as a whole (billing.md 17), so that a card which takes one and refuses another leaves the other owed.
 * @throws RefusalError NOTHING_TO_PAY, PAYMENT_UNKNOWN, CONDITIONS_CHANGED, CARD_MISSING
 */
export async function beginUnpaidPay(
  tx: Db,
  { contractId, now }: { contractId: string; now: Instant },
  request: { totalYen: number },
): Promise<Answer> {
  await lockContract(tx, contractId)
  const owed = await unpaidBills(tx, contractId, now)
  if (owed.length === 0) throw new RefusalError('NOTHING_TO_PAY')
  if (owed.some(({ paymentPending }) => paymentPending)) throw new RefusalError('PAYMENT_UNKNOWN')
  if (addYen(...owed.map(({ amountYen }) => amountYen)) !== yen(request.totalYen))
    throw new RefusalError('CONDITIONS_CHANGED')
  await requireCard(tx, contractId, now)
  const begun: PaymentRow[] = []
  for (const { month } of owed) {
    const bill = await findBill(tx, { contractId, month })
    const pressedWith = begun[0]?.receipt_no
    begun.push(await beginPayment(tx, bill, { askedBy: 'member', now, pressedWith }))
  }
  return answerOf(begun)
}

/** @throws RefusalError PAYMENT_REFUSED where the card took none of them */
export async function finishUnpaidPay(
  deps: PaymentDeps,
  receiptNo: string,
  now: Instant,
): Promise<Answer> {
  const asked: PaymentRow[] = []
  for (const payment of await findPressed(deps.database.db, receiptNo))
    asked.push(await askSoon(deps, payment, now))
  const [refused] = asked
  if (refused !== undefined && asked.every(({ state }) => state === 'refused'))
    throw refusalOf(refused, asked)
  return answerOf(asked)
}

type Answer = ReturnType<typeof answerOf>

function answerOf(payments: readonly PaymentRow[]) {
  const [first] = payments
  if (first === undefined) throw new RangeError('A press that pays nothing')
  const paid = payments.filter(({ state }) => state === 'ok')
  return {
    result: resultOf(payments),
    receiptNo: first.receipt_no,
    paidYen: addYen(...paid.map(({ amount_yen }) => yen(amount_yen))),
  }
}

function resultOf(payments: readonly PaymentRow[]) {
  if (payments.every(({ state }) => state === 'ok')) return 'paid' as const
  return payments.some(({ state }) => state === 'refused')
    ? ('partly' as const)
    : ('unknown' as const)
}
