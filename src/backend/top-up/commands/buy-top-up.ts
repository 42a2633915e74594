import { toLineName } from '#backend/contract/line-mapping.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { AreaDeps } from '#backend/area.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { topUpApi } from '#protocol/top-up.ts'
import { topUpMessage } from '../messages/top-up.ts'
import { requireOffer } from '../queries/offers.ts'
import { loadPurchaseRule } from '../queries/purchase-rule.ts'
import { purchase } from './purchase.ts'

/**
 * Buys a pack at the price that was confirmed.
 * @throws RefusalError what the purchase rule refuses, TOP_UP_NOT_ON_SALE, CONDITIONS_CHANGED where the price is another now
 */
export async function buyTopUp(
  tx: Db,
  deps: Pick<AreaDeps, 'sealing' | 'outbox' | 'queue' | 'book'>,
  who: Who,
  { packId, priceYen }: Input<typeof topUpApi.highSpeedCouponPost>['body'],
): Promise<Answer<typeof topUpApi.highSpeedCouponPost>> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const rule = await loadPurchaseRule(tx, deps, known, now)
  requireOk(rule.may)
  const offer = requireOffer(packId, now, deps.book)
  if (offer.priceYen !== Number(priceYen)) throw new RefusalError('CONDITIONS_CHANGED')
  requireOk(rule.mayBuy(offer))

  const { contract, lines } = known
  const { wire, lifted, totalBytes } = await purchase(tx, deps, who, {
    contract,
    offer,
    buyer: 'member',
    message: (accountId, bought) =>
      topUpMessage({ accountId, pack: offer.pack, priceYen: offer.priceYen, ...bought }),
  })
  return {
    ...wire,
    totalBytes,
    lifted: lines
      .filter((line) => line.high_speed_on && lifted.includes(line.line_id))
      .map((line) => toLineName(line, deps.sealing)),
  }
}
