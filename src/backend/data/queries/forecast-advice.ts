import { formatVolume } from '#vocabulary/volume.ts'
import { formatYen } from '#vocabulary/yen.ts'
import { isPlanCode, type PlanCode, planCodes, planOn } from '#domain/catalogue/plan.ts'
import { type PriceBook, priceTaxIncluded } from '#domain/catalogue/price-book.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import type { Forecast } from '#domain/data/forecast.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { topUpCodes } from '#vocabulary/data.ts'
import { pages } from '#vocabulary/pages.ts'

/** Beyond what one pack holds, a larger size is the better answer (ours). */
const ONE_PACK_BYTES = 1_000_000_000

export type MonthAhead = {
  forecast: Forecast
  usedBytes: number
  remainingBytes: number
  planCode: number
  /** A cancellation is booked: another size is neither to be had nor to be offered. */
  isLeaving: boolean
  /** No line is switched off: else the month is not an ordinary one and says nothing about the size. */
  isAllOn: boolean
  today: TokyoDate
  book: PriceBook
}

/** What to do about the forecast, now (ours). */
export function adviceOf(ahead: MonthAhead) {
  const { forecast, usedBytes, remainingBytes, planCode, isLeaving, isAllOn, today, book } = ahead
  const { shortageBytes, highBytes } = forecast
  if (shortageBytes > ONE_PACK_BYTES && !isLeaving)
    return {
      action: 'largerSize' as const,
      message: `月末までに約${formatVolume(shortageBytes, 'used')}足りなくなる見込みです。今月はデータチャージで補えます。毎月足りないときは、来月からのデータ容量を大きくできます。`,
      path: pages.planSize,
    }
  if (shortageBytes > 0)
    return {
      action: 'topUp' as const,
      message: topUpMessage(shortageBytes, today, book),
      path: pages.topUp,
    }
  // What the upper bound of the forecast still asks for should be there.
  if (highBytes - usedBytes > remainingBytes)
    return {
      action: 'switchOff' as const,
      message:
        '使い方によっては、月末に足りなくなることがあります。急がない通信のあいだ高速データ通信をオフにすると、残量が減りません。',
      path: pages.top,
    }
  const smaller =
    isPlanCode(planCode) && !isLeaving && isAllOn
      ? smallerPlanName(planCode, highBytes, today)
      : undefined
  if (smaller !== undefined)
    return {
      action: 'smallerSize' as const,
      message: `今月の利用は、多くても${formatVolume(highBytes, 'used')}の見込みです。来月からのデータ容量を${smaller}にすると、料金を下げられます。`,
      path: pages.planSize,
    }
  return { action: 'none' as const, message: 'このままの使い方なら、月末まで足りる見込みです。' }
}

/** The cheapest pack that covers what is missing, at its price of today. */
function topUpMessage(shortageBytes: number, today: TokyoDate, book: PriceBook): string {
  const offers = topUpCodes.flatMap((code) => {
    const pack = topUpPacks[code]
    const row = book.rateOn(pack.priceKey, today)
    if (row === undefined || pack.grantedBytes < shortageBytes) return []
    return [{ name: pack.name, priceYen: priceTaxIncluded(book, row, today) / 10 }]
  })
  const [cheapest] = offers.toSorted((a, b) => a.priceYen - b.priceYen)
  const missing = `月末までに約${formatVolume(shortageBytes, 'used')}足りなくなる見込みです。`
  if (cheapest === undefined) return `${missing}データチャージで補えます。`
  return `${missing}データチャージ ${cheapest.name}（${formatYen(cheapest.priceYen)}・税込）で足ります。`
}

/** The smallest size below the present one that even an unusual month would fit into. */
function smallerPlanName(planCode: PlanCode, highBytes: number, today: TokyoDate) {
  const own = planOn(planCode, today)
  const fitting = planCodes
    .map((code) => planOn(code, today))
    .filter((plan) => plan.baseBytes < own.baseBytes && plan.baseBytes >= highBytes)
    .filter((plan) => plan.baseBytes > 0 && (plan.shareable || !own.shareable))
  return fitting.toSorted((a, b) => a.baseBytes - b.baseBytes)[0]?.name
}
