import type { AreaAfterCommit, AreaHandlers } from '#backend/area.ts'
import { memberOf } from '#backend/caller.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { PaymentDeps, Payments } from './payments.ts'
import { RefusalError } from '#backend/refusal.ts'
import { addYen, yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findBill } from './bill-steps.ts'
import { findPressed, type PaymentRow } from './payment-rows.ts'
import { refusalOf, requireCard } from './single-pay.ts'
import { unpaidBills } from './unpaid.ts'

/**
 * Pays every owed bill with one press: all payments are written down together under the contract's lock, with the
 * member's key, or none is; then the processor is asked bill by bill, the oldest first. A bill is charged as a whole
 * (billing.md 17), so that a card which takes one and refuses another leaves the other owed.
 */
export function createUnpaidPay(
  { database: { db } }: Pick<PaymentDeps, 'database'>,
  { begin }: Pick<Payments, 'begin'>,
  ask: (payment: PaymentRow, now: Instant) => Promise<PaymentRow>,
) {
  const handlers = {
    async billingUnpaidPayPost({ body }, caller) {
      const { contractId } = memberOf(caller)
      const { db: tx, now } = caller
      await lockContract(tx, contractId)
      const owed = await unpaidBills(tx, contractId, now)
      if (owed.length === 0) throw new RefusalError('NOTHING_TO_PAY')
      if (owed.some(({ paymentPending }) => paymentPending))
        throw new RefusalError('PAYMENT_UNKNOWN')
      if (addYen(...owed.map(({ amountYen }) => amountYen)) !== yen(body.totalYen))
        throw new RefusalError('CONDITIONS_CHANGED')
      await requireCard(tx, contractId, now)
      const begun: PaymentRow[] = []
      for (const { month } of owed) {
        const bill = await findBill(tx, { contractId, month })
        const pressedWith = begun[0]?.receipt_no
        begun.push(await begin(tx, bill, { askedBy: 'member', now, pressedWith }))
      }
      return answerOf(begun)
    },
  } satisfies AreaHandlers

  const afterCommit = {
    async billingUnpaidPayPost(begun, { now }) {
      const asked: PaymentRow[] = []
      for (const payment of await findPressed(db, begun.receiptNo))
        asked.push(await ask(payment, now))
      const [refused] = asked
      if (refused !== undefined && asked.every(({ state }) => state === 'refused'))
        throw refusalOf(refused, asked)
      return answerOf(asked)
    },
  } satisfies AreaAfterCommit

  return { handlers, afterCommit }
}

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
