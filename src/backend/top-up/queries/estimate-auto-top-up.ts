import { loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { bytes } from '#domain/bytes.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { yen } from '#domain/money.ts'
import { refused } from '#domain/outcome.ts'
import { type AutoTopUp, isLow, isWithinPack, mostYen } from '#domain/spending/auto-top-up.ts'
import { type Instant, toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import type { spendingApi } from '#protocol/spending.ts'
import { limitOf, readBought } from '../rows/spending.ts'
import { requireOffer } from './offers.ts'
import { loadPurchaseRule } from './purchase-rule.ts'

type Deps = { readonly book: PriceBook }
type Request = Input<typeof spendingApi.autoTopUpEstimateGet>['query']

/** What automatic top-up would cost at most, and whether it can be set now. */
export async function estimateAutoTopUp(
  db: Db,
  deps: Deps,
  { contractId, now, ...request }: Request & { contractId: string; now: Instant },
): Promise<Answer<typeof spendingApi.autoTopUpEstimateGet>> {
  const known = await loadContract(db, contractId)
  const { offer, setting } = requestedSetting(deps, request, now)
  const { may, card } = await loadPurchaseRule(db, deps, known, now)
  const limitYen = await limitOf(db, contractId)
  const { totalBytes } = await readPool(db, contractId, now)
  const bought = await readBought(db, contractId, toTokyoMonth(now))
  return {
    ...setting,
    name: offer.pack.name,
    mostYen: mostYen(setting, limitYen),
    limitYen,
    startsAtOnce: isLow(totalBytes, setting) && bought.length < setting.timesAMonth,
    residualBytes: totalBytes,
    timesBought: bought.length,
    why: toWireWhy('topUp', may.ok && card?.usable !== true ? refused('CARD_MISSING') : may),
  }
}

/**
 * The setting that is requested, at the pack's price of now.
 * @throws RefusalError VALIDATION_FAILED with a sentence beside the threshold where one pack would not lift the data above it.
 */
export function requestedSetting(
  { book }: Deps,
  { packId, atBytes, timesAMonth }: Request,
  now: Instant,
) {
  const offer = requireOffer(packId, now, book)
  const setting: AutoTopUp = {
    packId,
    atBytes: bytes(atBytes),
    timesAMonth,
    priceYen: yen(offer.priceYen),
  }
  if (!isWithinPack(setting))
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { atBytes: [tooHigh] } })
  return { offer, setting }
}

const tooHigh =
  'チャージする量より多い残量は選べません。1回のチャージでは足りず、続けて購入することになるためです。'
