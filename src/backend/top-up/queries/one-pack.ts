import { loadNextBills } from '#backend/billing/public.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { bookedOn } from '#domain/billing/next-bills.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { TopUpCode } from '#vocabulary/data.ts'
import { requireOffer } from './offers.ts'
import { loadPurchaseRule } from './purchase-rule.ts'

/**
 * One pack as it is offered to be bought by one press: its price, whether it may be bought, and what it does to the bills.
 * @throws RefusalError TOP_UP_NOT_ON_SALE
 */
export async function readOnePack(
  db: Db,
  { book }: { readonly book: PriceBook },
  known: LoadedContract,
  { packId, now }: { readonly packId: TopUpCode; readonly now: Instant },
) {
  const offer = requireOffer(packId, now, book)
  const { mayBuy } = await loadPurchaseRule(db, { book }, known, now)
  const bought = bookedOn([chargeOf('topUp', offer.row)], toTokyoDate(now))
  return {
    priceYen: offer.priceYen,
    why: toWireWhy('topUp', mayBuy(offer)),
    nextBills: await loadNextBills({ db, now }, known, bought, book),
  }
}
