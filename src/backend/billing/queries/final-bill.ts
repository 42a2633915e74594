import type { Db } from '#backend/db/connect.ts'
import { billOf, noBill, type Bill } from '#domain/billing/bill.ts'
import { endOf } from '#domain/billing/next-bills.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { monthOf, type TokyoDate } from '#domain/tokyo.ts'
import { loadBillFacts } from './bill-facts.ts'
import { billedMonth } from './billed-month.ts'

/**
 * The bill of the month in which these lines end, as far as it is known: that month's bill with their last day. What is
 * used later comes on top.
 */
export async function finalBillOf(
  db: Db,
  contractId: string,
  lineIds: readonly string[],
  lastDay: TokyoDate,
  book: PriceBook,
): Promise<Bill> {
  const month = billedMonth(monthOf(lastDay), book)
  const facts = await loadBillFacts(db, contractId, month)
  return billOf(endOf(lineIds, lastDay)(facts), month.book) ?? noBill(month.month)
}

/** Beside every final bill: what is used later comes on top. */
export const finalBillNotice =
  'いま分かっている請求の額には、これまでに申し込まれたデータチャージやSIMの手数料、記録の届いている通話料とSMSの料金を含みます。これからご利用になる分が加わります。'
