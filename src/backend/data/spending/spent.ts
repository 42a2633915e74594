import { billedMonth, loadBillFacts } from '#backend/billing/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { billOf } from '#domain/billing/bill.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { MonthSpent } from '#domain/spending/limit.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'

/** The month so far as its bill would be now; what of it counts towards the ceiling, domain/spending/limit.ts says. */
export async function loadSpent(
  db: Db,
  contractId: string,
  { now, book }: { readonly now: Instant; readonly book: PriceBook },
): Promise<MonthSpent> {
  const month = toTokyoMonth(now)
  const facts = await loadBillFacts(db, contractId, billedMonth(month, book))
  return { month, lines: billOf(facts, book)?.lines ?? [], book }
}
