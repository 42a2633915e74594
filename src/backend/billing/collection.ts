import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'
import { billStates } from '#domain/billing/bill-states.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { findBill, moveBill, openPayments, type BillKey } from './bill-steps.ts'
import { attemptsOf, isByCalendar, type PaymentRow } from './payment-rows.ts'
import type { PaymentDeps, Payments } from './payments.ts'

/**
 * Charges what is due to the members' cards (billing.md 15): on the 7th, again on the 10th and 13th, at 10:00. While an
 * answer is unknown nothing further is tried; it is looked up until it is known.
 */
export function createCollection(
  { database: { db }, log }: Pick<PaymentDeps, 'database' | 'log'>,
  payments: Payments,
) {
  async function collect(now: Instant): Promise<void> {
    for (const payment of await paymentsWithoutAnswer(db))
      await guarded(log, payment.order_id, () => payments.reconcile(payment, now))
    for (const key of await billsToCharge(now))
      await guarded(log, key.contractId, async () => {
        const payment = await db.transaction().execute((tx) => beginPayment(tx, key, now))
        if (payment !== undefined) await payments.send(payment, now)
      })
  }

  async function billsToCharge(now: Instant): Promise<BillKey[]> {
    const bills = await db
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
  async function beginPayment(tx: Db, key: BillKey, now: Instant): Promise<PaymentRow | undefined> {
    const { contractId, month } = key
    await lockContract(tx, contractId)
    const bill = await findBill(tx, key)
    const event = bill.state === 'fixed' ? 'charge_sent' : 'retry_sent'
    if (!billStates.isState(bill.state) || !billStates.can(bill.state, event, 'system'))
      return undefined
    if ((await openPayments(tx, contractId, month)).length > 0) return undefined
    const made = (await attemptsOf(tx, contractId, month)).filter(isByCalendar).length
    const due = collectionCourse(bill.charge_on).chargesAt[made]
    if (due === undefined || isBefore(now, due)) return undefined
    return payments.begin(tx, await moveBill(tx, bill, event), { askedBy: 'system', now })
  }

  return { collect }
}

export async function paymentsWithoutAnswer(db: Db): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('state', 'in', ['sent', 'unknown'])
    .orderBy('sent_at')
    .execute()
}

/** One bill's failure stops no other; an outage of the database is nobody's fault and ends the round. */
export async function guarded(log: Log, id: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    log.error({ err, id }, 'bill not collected')
  }
}
