import { ask } from '#portal/mypage/flow/attempt.ts'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import type { TopUps } from '#portal/mypage/shared/wire.ts'

const MISSING = 'チャージするデータ量を選んでください。'

/** What the step of this address shows: 選択, 確認 or 完了. */
export async function loadStep(call: Call, url: URL) {
  const step = stepOf(url)
  if (step.name === 'done') {
    const query = { orderNo: step.orderNo }
    const [bought, { totalBytes }] = await Promise.all([
      ask(url, call(dataApi.topUpReceiptGet, { query })),
      ask(url, call(dataApi.highSpeedResidualGet)),
    ])
    return { step: 'done', bought, totalBytes } as const
  }
  const topUps = await ask(url, call(dataApi.highSpeedCouponGet))
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
