import { post } from '#backend/billing/rows/postings.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { addMonths, endOfMonth, startOfMonth, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import type { Harness } from './harness.ts'

/** Those of a harness, or of a portal. */
type Books = {
  readonly database: Pick<Harness['database'], 'db'>
  readonly clock: Pick<Harness['clock'], 'now'>
}

type Debt = { month?: string; yen?: number; state?: string }

/** A bill of a month as the close would have fixed it: 1,191円 for 2026-11, unless said otherwise. */
export async function billed(
  { database: { db }, clock }: Books,
  contractId: string,
  { month: text = '2026-11', yen = 1191, state = yen < 0 ? 'credit' : 'fixed' }: Debt = {},
): Promise<string> {
  const month = tokyoMonth(text)
  const billId = newReadableNo('bill')
  await db
    .insertInto('bill')
    .values({
      contract_id: contractId,
      month,
      bill_id: billId,
      state,
      period_from: startOfMonth(month),
      period_to: endOfMonth(month),
      out_of_scope_yen: 0,
      total_yen: yen,
      fixed_at: clock.now(),
      charge_on: tokyoDate(`${addMonths(month, 1)}-07`),
      paid_at: null,
    })
    .execute()
  await db
    .insertInto('bill_rate')
    .values({
      contract_id: contractId,
      month,
      tax_percent: 10,
      total_yen: yen,
      tax_yen: Math.trunc(yen / 11),
    })
    .execute()
  await post(db, {
    contractId,
    sourceRef: `bill/${billId}`,
    at: clock.now(),
    ...(yen > 0
      ? { debit: 'receivable', credit: 'revenue' }
      : { debit: 'revenue', credit: 'credit' }),
    amountYen: Math.abs(yen),
  })
  return billId
}
