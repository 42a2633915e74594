import { topUpCodes } from '#vocabulary/data.ts'
import { z } from 'zod'
import { bucket } from './data.ts'
import { memberEndpoint } from './endpoint.ts'
import { bytes, instant, masked, orderNo, tokyoDate, tokyoMonth, yen } from './primitives.ts'
import { charge, lineName, nextBills, receipt, why } from './procedure.ts'

export const topUpPackId = z
  .enum(topUpCodes, 'チャージするデータ量を選んでください。')
  .meta({ id: 'TopUpPackId' })

/** Of the pack: what a purchase of it may meet. */
export const packRefusals = [
  'TOP_UP_NOT_ON_SALE',
  'SPENDING_LIMIT_REACHED',
  'TOP_UP_LOCKED',
  'LOCK_LIFTING',
  'CONDITIONS_CHANGED',
] as const
/** Of who buys: without a card, with a debt, or where nothing is bought. */
export const payBlocked = [
  'CARD_MISSING',
  'UNPAID',
  'SUSPENDED',
  'CONTRACT_ENDED',
  'SUCCESSION_OPEN',
  'CONTRACT_NOT_ACTIVE',
] as const

export const topUpApi = {
  highSpeedCouponGet: memberEndpoint('GET', '/api/high_speed/coupon', {
    spec: '7.2 Data and lines',
    scope: 'data:read',
    summary: '販売中のデータチャージ',
    result: z.object({
      packs: z.array(
        z.object({
          packId: topUpPackId,
          name: z.string(),
          bytes,
          /** Carries over to the end of the third month after; otherwise ends with this month. */
          carries: z.boolean(),
          price: charge,
          priceYen: yen,
          expiresAt: instant,
          why,
        }),
      ),
      residualBytes: bytes,
      /** Top-ups this month, toward the alert in yen. */
      spentThisMonthYen: yen,
      /** Left of the month's ceiling, where the member has set one. */
      limitLeftYen: yen.optional(),
      /** Bought last, if it is still on sale: offered again with one press. */
      lastPackId: topUpPackId.optional(),
      /** Last day of a service whose end is booked; no `expiresAt` is later. */
      serviceEndsOn: tokyoDate.optional(),
      payment: z.object({ method: z.enum(['card']), label: masked, usable: z.boolean() }),
    }),
  }),

  highSpeedCouponBillsGet: memberEndpoint('GET', '/api/high_speed/coupon/bills', {
    scope: 'contract:read',
    summary: 'データチャージを買ったときの、これからの請求',
    query: z.object({ packId: topUpPackId }),
    result: z.object({ nextBills }),
    errors: ['TOP_UP_NOT_ON_SALE'],
  }),

  highSpeedCouponPost: memberEndpoint('POST', '/api/high_speed/coupon', {
    spec: '7.2 Data and lines',
    limit: 'purchases',
    summary: 'データチャージを購入する',
    body: z.object({ packId: topUpPackId, priceYen: yen }),
    result: z.object({
      receipt,
      bucket,
      paidYen: yen,
      totalBytes: bytes,
      /** Lines whose low speed is lifted by the purchase. */
      lifted: z.array(lineName),
    }),
    errors: [...packRefusals, 'PAYMENT_REFUSED', 'PAYMENT_UNKNOWN', ...payBlocked],
  }),

  topUpReceiptGet: memberEndpoint('GET', '/api/top_up/receipt', {
    summary: 'データチャージの控え',
    query: z.object({ orderNo }),
    result: z
      .object({
        receipt,
        bucket,
        /** Of the pack now; the receipt itself stays. */
        state: z.enum(['usable', 'spent', 'expired']),
        paidYen: yen,
        billMonth: tokyoMonth,
        /** What was left the moment it was bought, the pack included; absent for one bought before this was stored. */
        residual: z
          .object({ buckets: z.array(bucket), totalBytes: bytes, usedThisMonthBytes: bytes })
          .optional(),
      })
      .meta({ id: 'TopUpReceipt' }),
  }),
}
