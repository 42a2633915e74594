import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { openingOf } from '#portal/mypage/shared/is-opening.ts'
import { settle, throwIfUnknown } from '#portal/mypage/shared/settle.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import type { Asked } from './address.ts'

/** Three screens of a phone. */
const RECORDS_SHOWN = 12

/** What the view of this address shows; each part may be missing on its own. Before the line opens there is nothing of it. */
export async function loadView(call: Call, asked: Asked) {
  const { view, month, cursor, lineId } = asked
  const known = valueOf(await settle(call(api.contractGet)))
  const contract = openingOf(known)
  if (contract !== undefined) return { view: 'opening', contract } as const
  const isStopped = known?.status === 'suspended'
  if (view === 'records') {
    const [speed, records] = await Promise.all([
      settle(call(api.highSpeedStatusGet, { query: {} })),
      settle(
        call(api.highSpeedHistoryGet, {
          query: {
            lineId,
            ...(month && { month }),
            ...(cursor && { cursor }),
            limit: RECORDS_SHOWN,
          },
        }),
      ),
    ])
    throwIfUnknown(records)
    return { view, isStopped, speed, records } as const
  }
  const [speed, usage] = await Promise.all([
    settle(call(api.highSpeedStatusGet, { query: {} })),
    settle(call(api.statusUsageGet, { query: { lineId, usable: 'true' } })),
  ])
  throwIfUnknown(usage)
  const isShort = usage.ok && (usage.value.forecast?.shortageBytes ?? 0) > 0
  const [group, residual, topUps] = await Promise.all([
    settle(call(api.statusLineGroupGet)),
    settle(call(api.highSpeedResidualGet)),
    isShort ? settle(call(api.highSpeedCouponGet)) : undefined,
  ])
  return {
    view,
    isStopped,
    speed,
    usage,
    group,
    residual,
    topUps: topUps && valueOf(topUps),
  } as const
}
