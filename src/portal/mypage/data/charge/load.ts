import { ask } from '#portal/mypage/flow/attempt.ts'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import type { Residual, TopUps } from '#portal/mypage/shared/wire.ts'

const MISSING = 'チャージするデータ量を選んでください。'

/** What the step of this address shows: 選択, 確認 or 完了. */
export async function loadStep(call: Call, url: URL) {
  const step = stepOf(url)
  const topUps = await ask(url, call(dataApi.highSpeedCouponGet))
  if (step.name === 'done') {
    const residual = await ask(url, call(dataApi.highSpeedResidualGet))
    const bought = boughtBucket(residual, url.searchParams.get('bucket'))
    return {
      step: 'done',
      orderNo: step.orderNo,
      totalBytes: residual.totalBytes,
      bought,
      paidYen: bought && priceOf(bought, topUps, residual.asOf),
    } as const
  }
  const chosen = url.searchParams.get('packId') ?? ''
  const pack = topUps.packs.find(({ packId }) => packId === chosen)
  if (step.name === 'confirm' && pack?.why.allowed && topUps.payment.usable)
    return { step: 'confirm', topUps, pack, note: noteOf(url) } as const
  const mustChoose = step.name === 'confirm' && pack === undefined && isOpen(topUps)
  const errors: Record<string, string> = mustChoose ? { packId: MISSING } : {}
  return { step: 'input', topUps, chosen, errors } as const
}

/** Who cannot buy anything now is told why, not to choose. */
const isOpen = ({ packs, payment }: TopUps) =>
  payment.usable && packs.every(({ why }) => why.allowed)

/** The bucket the purchase gave, as it is now: a reload never says more than what is. */
function boughtBucket({ buckets }: Residual, bucketId: string | null) {
  return buckets.find((bucket) => bucket.bucketId === bucketId && bucket.kind.startsWith('topup'))
}

/** Today's price is the price that was paid only within the month of the purchase: rates are dated by month. */
function priceOf(bucket: Residual['buckets'][number], { packs }: TopUps, asOf: string) {
  if (bucket.grantedAt.slice(0, 7) !== asOf.slice(0, 7)) return undefined
  return packs.find(
    ({ bytes, carries }) => bytes === bucket.grantedBytes && carries === (bucket.kind === 'topup'),
  )?.priceYen
}
