import type { Db } from '#backend/db/connect.ts'
import { owedStates } from '#domain/billing/bill-states.ts'
import { addYen, yen, type Yen } from '#domain/money.ts'

/** What is overdue of the contract's bills: refused by the card, and not paid since. */
export async function unpaidYen(db: Db, contractId: string): Promise<Yen> {
  const bills = await db
    .selectFrom('bill')
    .select('total_yen')
    .where('contract_id', '=', contractId)
    .where('state', 'in', [...owedStates])
    .execute()
  return addYen(...bills.map((bill) => yen(bill.total_yen)))
}
