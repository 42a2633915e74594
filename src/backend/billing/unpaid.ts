import type { Db } from '#backend/db/connect.ts'
import { billStates, owedStates } from '#domain/billing/bill-states.ts'
import { chargeTimes } from '#domain/billing/collection.ts'
import { yen } from '#domain/money.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import { refusalWords } from './refusal-words.ts'

/** Bills of which a charge was refused and which are not paid, the oldest first (wire UnpaidBill). */
export async function unpaidBills(db: Db, contractId: string) {
  const bills = await db
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', [...owedStates, 'unknown'])
    .orderBy('month')
    .execute()
  if (bills[0] === undefined) return []
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '>=', bills[0].month)
    .orderBy('attempt')
    .execute()
  return bills.flatMap((bill) => {
    const own = payments.filter(({ month }) => month === bill.month)
    const refused = own.filter(({ state }) => state === 'refused')
    const [first] = refused
    if (first === undefined || first.answered_at === null || !billStates.isState(bill.state))
      return []
    const retry = chargeTimes(bill.month)[refused.length]
    return [
      {
        billId: bill.bill_id,
        month: bill.month,
        amountYen: yen(bill.total_yen),
        state: bill.state,
        stateLabel: billStates.words(bill.state).label,
        failedAt: formatRfc3339(first.answered_at),
        reason: refusalWords(refused.at(-1)?.reason ?? null),
        retryOn: retry && bill.state === 'failed' ? toTokyoDate(retry) : undefined,
        paymentPending: own.some(({ state }) => state === 'sent' || state === 'unknown'),
      },
    ]
  })
}
