import { z } from 'zod'
import { averageUse } from './usage.ts'
import { memberEndpoint } from './endpoint.ts'
import { bytes, instant, orderNo, queryNumber, tokyoDate, yen } from './primitives.ts'
import { confirmed, estimate, planCode, receipt, why } from './procedure.ts'

const size = z
  .object({
    plan: planCode,
    name: z.string(),
    baseBytes: bytes,
    shareable: z.boolean(),
    /** Of this contract with its lines, one full month, tax included. */
    monthlyYen: yen,
  })
  .meta({ id: 'PlanSize' })

const reservedPlan = z
  .object({
    orderNo,
    from: size,
    to: size,
    effectiveOn: tokyoDate,
    bookedAt: instant,
    undoUntil: instant,
    undo: why,
    replace: why,
  })
  .meta({ id: 'ReservedPlan' })

export const planSizeApi = {
  couponListGet: memberEndpoint('GET', '/api/coupon/list', {
    spec: '7.2 Coupons',
    scope: 'contract:read',
    summary: '選べるデータ容量',
    result: z.object({
      current: size,
      sizes: z.array(
        z.object({ ...size.shape, deltaYen: yen, current: z.boolean(), booked: z.boolean(), why }),
      ),
      effectiveOn: tokyoDate,
      /** The cut-off for `effectiveOn`: 12:00 of the day before month end. */
      closesAt: instant,
      averageUse: averageUse.optional(),
      asOf: instant,
    }),
  }),

  couponEstimateGet: memberEndpoint('GET', '/api/coupon/estimate', {
    spec: '7.2 Coupons',
    scope: 'contract:read',
    summary: 'データ容量を変えたときの料金・適用日・影響',
    query: z.object({ plan: queryNumber(1, 999, 'データ容量を選んでください。') }),
    result: estimate
      .extend({
        from: size,
        to: size,
        /** What happens to data left over on the day of the change. */
        carryMessage: z.string(),
        replaces: reservedPlan.optional(),
      })
      .meta({ id: 'PlanSizeEstimate' }),
    errors: ['PLAN_NOT_ON_SALE'],
  }),

  couponRegisterPost: memberEndpoint('POST', '/api/coupon/register', {
    spec: '7.2 Coupons',
    summary: 'データ容量の変更を予約する（予約があれば置き換える）',
    body: z.object({ ...confirmed, plan: planCode, effectiveOn: tokyoDate }),
    result: receipt.extend({ reserved: reservedPlan }).meta({ id: 'PlanSizeReceipt' }),
    errors: [
      'SIZE_UNCHANGED',
      'SIZE_ALREADY_BOOKED',
      'PLAN_NOT_ON_SALE',
      'PLAN_NOT_SHAREABLE',
      'CUT_OFF_PASSED',
      'SUSPENDED',
      'MNP_NUMBER_LIVE',
      'CANCELLATION_BOOKED',
      'CONTRACT_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
      'CONDITIONS_CHANGED',
    ],
  }),

  couponCancelPost: memberEndpoint('POST', '/api/coupon/cancel', {
    spec: '7.2 Coupons',
    summary: 'データ容量の変更の予約を取り消す',
    body: z.object({ orderNo }),
    result: receipt,
    errors: ['NOTHING_BOOKED', 'UNDO_LIMIT_PASSED', 'CUT_OFF_PASSED', 'SUCCESSION_OPEN'],
  }),

  couponReservedPlanGet: memberEndpoint('GET', '/api/coupon/reserved_plan', {
    spec: '7.2 Coupons',
    scope: 'contract:read',
    summary: '予約しているデータ容量の変更と、取り消せる期限',
    result: z.object({
      reserved: reservedPlan.optional(),
      /** An earlier one that comes into force before it: its cut-off is over. */
      settled: reservedPlan.optional(),
      asOf: instant,
    }),
  }),
}
