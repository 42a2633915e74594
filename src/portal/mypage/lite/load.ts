import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'
import { valueOf } from '#portal/mypage/shared/part.ts'
import { loadFirstBills } from '#portal/mypage/shared/first-bills.ts'
import { healthAfterEnd, healthOf } from '#portal/mypage/shared/health.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { isDataTroubled } from '#portal/mypage/shared/line-words.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import type { Asked } from './asked.ts'

/** What the view needs and nothing more: every byte is waited for. */
export async function loadView(call: Call, asked: Asked) {
  if (asked.view === 'packs' || asked.view === 'pack')
    return { topUps: await settle(call(api.highSpeedCouponGet)) }
  if (asked.view === 'stop')
    return { line: await settle(call(api.statusLineGet, { query: { lineId: asked.lineId } })) }
  const [residual, speed, contract, allowed, next, unpaid, bills, orders, outages, holds] =
    await Promise.all([
      settle(call(api.highSpeedResidualGet)),
      settle(call(api.highSpeedStatusGet, { query: {} })),
      settle(call(api.contractGet)),
      settle(call(api.contractChangeStatusGet, { query: {} })),
      settle(call(api.billingReserveGet)),
      settle(call(api.billingUnpaidGet)),
      settle(call(api.billingStatusGet, { query: {} })),
      settle(call(api.statusApplyStateGet, { query: { only: 'open' } })),
      settle(call(api.outageConcerningGet)),
      settle(call(api.holdsGet)),
    ])
  const topUp = valueOf(allowed)?.operations.find(({ operation }) => operation === 'topUp')
  const [known, owed] = [valueOf(contract), valueOf(unpaid)]
  const months = valueOf(bills)?.bills
  const troubled = valueOf(outages)?.incidents
  const health = isEnded(known)
    ? healthAfterEnd({
        unpaid: owed,
        bills: months,
        nextBill: valueOf(next),
        outages: troubled,
      })
    : healthOf({
        contract: known,
        unpaid: owed,
        orders: undefined,
        lines: undefined,
        outages: troubled,
        holds: valueOf(holds)?.holds,
      })
  return {
    residual,
    speed,
    contract,
    topUp,
    health,
    isTroubled: isDataTroubled(troubled),
    orders: valueOf(orders),
    firstBills: await loadFirstBills(call, known),
    billing: { next, unpaid, bills },
  }
}

export type Loaded = Awaited<ReturnType<typeof loadView>>
