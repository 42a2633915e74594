import type { Db } from '#backend/db/connect.ts'
import type { billingApi } from '#protocol/billing.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { billPage } from '#vocabulary/pages.ts'
import { dueYen } from '../rows/bill-steps.ts'

type NextCharge = Answer<typeof billingApi.billingReserveGet>['due']

/** The bill that is fixed and waits for its first charge; none where credit or points have met all of it. */
export async function nextCharge(db: Db, contractId: string): Promise<NextCharge> {
  const bill = await db
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', '=', 'fixed')
    .orderBy('month')
    .limit(1)
    .executeTakeFirst()
  if (bill === undefined) return undefined
  const { bill_id: billId, month, charge_on: chargeOn } = bill
  const amountYen = await dueYen(db, bill)
  return amountYen > 0 ? { billId, month, amountYen, chargeOn, path: billPage(month) } : undefined
}
