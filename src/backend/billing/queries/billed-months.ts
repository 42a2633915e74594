import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { billPage } from '#vocabulary/pages.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { billingApi } from '#protocol/billing.ts'
import { billStateOf } from '#domain/billing/bill-states.ts'
import { addMonths, type TokyoMonth } from '#domain/tokyo.ts'
import { billLabel } from './bill-label.ts'

type BilledMonth = Answer<typeof billingApi.billingMonthsGet>['months'][number]

/** What each month came to, the newest first: one read, however many lines the bills have. */
export async function billedMonths(
  db: Db,
  contractId: string,
  { from, to, earlier }: { from: TokyoMonth; to: TokyoMonth; earlier?: string | undefined },
): Promise<BilledMonth[]> {
  const rows = await db
    .selectFrom('bill')
    .select(['month', 'total_yen', 'state', 'charge_on'])
    .where('contract_id', '=', contractId)
    // One more, so that the oldest can say what it differs by.
    .where('month', '>=', addMonths(from, -1))
    .where('month', '<=', to)
    .orderBy('month', 'desc')
    .execute()
  const contract = await findContract(db, contractId)
  const totals = new Map(rows.map((row) => [row.month, row.total_yen]))
  return rows
    .filter(({ month }) => month >= from)
    .map((row) => {
      const { month, total_yen: totalYen, charge_on: chargeOn } = row
      const state = billStateOf(row)
      const before = totals.get(addMonths(month, -1))
      return {
        month,
        totalYen,
        state,
        stateLabel: billLabel(state, contract),
        chargeOn,
        differenceYen: before === undefined ? undefined : totalYen - before,
        path: billPage(month, earlier),
      }
    })
}
