import type { Caller } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { whoOf } from '#backend/contract/who.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { topUpApi } from '#protocol/top-up.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import { loadPurchaseRule } from './may-buy.ts'
import { topUpMessage } from './messages.ts'
import { requireOffer } from './offers.ts'
import { purchase, type PurchaseDeps } from './purchase.ts'

/** Buys a pack; the price that was confirmed must still be the price. */
export async function buyTopUp(
  deps: PurchaseDeps & { readonly sealing: Sealing; readonly book: PriceBook },
  caller: Caller,
  { packId, priceYen }: Input<typeof topUpApi.highSpeedCouponPost>['body'],
): Promise<Answer<typeof topUpApi.highSpeedCouponPost>> {
  const { db: tx } = caller
  const who = whoOf(caller)
  const known = await loadContract(tx, who.contractId, { lock: true })
  const rule = await loadPurchaseRule(tx, known, { now: who.now, book: deps.book })
  requireOk(rule.may)
  const offer = requireOffer(packId, who.now, deps.book)
  if (offer.priceYen !== Number(priceYen)) throw new RefusalError('CONDITIONS_CHANGED')
  requireOk(rule.mayBuy(offer))

  const { contract, lines } = known
  const { told, lifted, totalBytes } = await purchase(deps, tx, who, {
    contract,
    offer,
    buyer: 'member',
    message: (accountId, bought) =>
      topUpMessage({ accountId, pack: offer.pack, priceYen: offer.priceYen, ...bought }),
  })
  return {
    ...told,
    totalBytes,
    lifted: lines
      .filter((line) => line.high_speed_on && lifted.includes(line.line_id))
      .map((line) => toLineName(line, deps.sealing)),
  }
}
