import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import type { Asked } from './asked.ts'

/** What the view needs and nothing more: every byte is waited for. */
export async function loadView(call: Call, asked: Asked) {
  if (asked.view === 'packs' || asked.view === 'pack')
    return { topUps: await settle(call(api.highSpeedCouponGet)) }
  if (asked.view === 'stop')
    return { line: await settle(call(api.statusLineGet, { query: { lineId: asked.lineId } })) }
  const [residual, speed, contract] = await Promise.all([
    settle(call(api.highSpeedResidualGet)),
    settle(call(api.highSpeedStatusGet, { query: {} })),
    settle(call(api.contractGet)),
  ])
  return { residual, speed, contract }
}

export type Loaded = Awaited<ReturnType<typeof loadView>>
