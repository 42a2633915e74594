import type { Member } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { readAutoSettings } from '#backend/top-up/public.ts'
import { megabytes, subtractBytes } from '#domain/bytes.ts'
import { decideGiving } from '#domain/gift/decide-gift.ts'
import { lotsOf, partsOf } from '#domain/gift/parts.ts'
import { giftEndsAt } from '#domain/gift/until.ts'
import { isLow } from '#domain/spending/auto-top-up.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { giftApi } from '#protocol/gift.ts'
import { requireRoom, requireSteps, roomFor } from './room.ts'

/**
 * What a gift of so much would be, and what it leaves; changes nothing.
 * @throws RefusalError what giving it would be refused with
 */
export async function estimateGift(
  db: Db,
  {
    contractId,
    byLineId,
    megabytes: wantedMb,
    now,
  }: Member & {
    readonly byLineId: string | undefined
    readonly megabytes: number
    readonly now: Instant
  },
): Promise<Answer<typeof giftApi.giftEstimateGet>> {
  const { contract, facts } = await loadContract(db, contractId)
  requireOk(decideGiving(facts, { startedOn: contract.started_on, now }))
  const wanted = requireSteps(megabytes(wantedMb), now)
  requireRoom(await roomFor(db, { contractId, byLineId }, now), wanted)
  const pool = await readPool(db, contractId, now)
  const parts = partsOf(pool.buckets, wanted, now)
  if (parts === undefined) throw new RefusalError('GIFT_TOO_MUCH')
  const left = subtractBytes(pool.totalBytes, wanted)
  const [setting] = (await readAutoSettings(db, contractId)).map((one) => one.setting)
  return {
    bytes: wanted,
    lots: lotsOf(parts).map((lot) => ({ bytes: lot.bytes, endsAt: formatRfc3339(lot.endsAt) })),
    leftBytes: left,
    buysAutomatically: setting !== undefined && isLow(left, setting),
    expiresAt: formatRfc3339(giftEndsAt(parts, contract.ends_on, now)),
  }
}
