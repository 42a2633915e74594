import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { billStates } from '#domain/billing/bill-states.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { findBill, openPayments, type BillKey } from '../rows/bill-steps.ts'
import {
  attemptsOf,
  isByCalendar,
  paymentsWithoutAnswer,
  type PaymentRow,
} from '../rows/payments.ts'
import { bills } from '../steps.ts'
import { beginPayment, reconcilePayment, sendPayment, type PaymentDeps } from './settle-payment.ts'

/**
 * Charges what is due to the members' cards (billing.md 15): on the 7th, again on the 10th and 13th, at 10:00. While an
 * answer is unknown nothing further is tried; it is looked up until it is known.
 */
export async function collectDue(deps: PaymentDeps, now: Instant): Promise<void> {
  for (const payment of await paymentsWithoutAnswer(deps.database.db))
    await isolated(deps.log, { orderId: payment.order_id }, 'bill not collected', () =>
      reconcilePayment(deps, payment, now),
    )
  for (const key of await billsToCharge(deps, now))
    await isolated(deps.log, key, 'bill not collected', async () => {
      const payment = await deps.database.db
        .transaction()
        .execute((tx) => beginNext(tx, deps, key, now))
      if (payment !== undefined) await sendPayment(deps, payment, now)
    })
}

async function billsToCharge(deps: PaymentDeps, now: Instant): Promise<BillKey[]> {
  const bills = await deps.database.db
    .selectFrom('bill')
    .select(['contract_id', 'month'])
    .where('state', 'in', ['fixed', 'failed'])
    .where('charge_on', '<=', toTokyoDate(now))
    .orderBy('charge_on')
    .orderBy('contract_id')
    .execute()
  return bills.map(({ contract_id: contractId, month }) => ({ contractId, month }))
}

/** The next attempt, if its hour has come: written down before the processor is asked. */
async function beginNext(
  tx: Db,
  deps: Pick<PaymentDeps, 'outbox'>,
  key: BillKey,
  now: Instant,
): Promise<PaymentRow | undefined> {
  const { contractId, month } = key
  await lockContract(tx, contractId)
  const bill = await findBill(tx, key)
  const step = bill.state === 'fixed' ? 'charge_sent' : 'retry_sent'
  if (!billStates.isState(bill.state) || !billStates.can(bill.state, step, 'system'))
    return undefined
  if ((await openPayments(tx, contractId, month)).length > 0) return undefined
  const made = (await attemptsOf(tx, contractId, month)).filter(isByCalendar).length
  const chargeAt = collectionCourse(bill.charge_on).chargesAt[made]
  if (chargeAt === undefined || isBefore(now, chargeAt)) return undefined
  const by: By = { actor: 'system', contractId, now }
  const charged = await takeStep(tx, deps, by, bills, { row: bill, step })
  return beginPayment(tx, charged, { askedBy: 'system', now })
}
