import { formatPoints } from '#ui/format.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadSteps, missing } from '#portal/mypage/flow/load-steps.ts'
import { billingApi } from '#protocol/billing.ts'
import { parseGiven } from '#protocol/form.ts'
import { pointApi } from '#protocol/point.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { ALL_BILLS } from '#vocabulary/pages.ts'

export type Unpaid = Result<typeof billingApi.billingUnpaidGet>
export type UnpaidBill = Result<typeof billingApi.billingUnpaidGet>['bills'][number]
export type PaymentMethod = Result<typeof billingApi.billingPaymentMethodGet>
export type Receipt = Result<typeof billingApi.billingPaymentGet>

/** What is paid: an owed bill with its dates, or one that is fixed and not due yet. */
export type Payable = Pick<UnpaidBill, 'billId' | 'month' | 'amountYen'> & {
  readonly owed: UnpaidBill | undefined
}

/** What the step of this address shows: the bills that are owed, 確認 of one, or 完了. */
export function loadPay(call: Call, url: URL) {
  const readUnpaid = () => ask(url, call(billingApi.billingUnpaidGet))
  return loadSteps(url, {
    async input() {
      const [unpaid, method] = await Promise.all([readUnpaid(), readMethod(call, url)])
      return { unpaid, method }
    },
    async confirm() {
      const [unpaid, method, { bills }, points] = await Promise.all([
        readUnpaid(),
        readMethod(call, url),
        ask(url, call(billingApi.billingStatusGet)),
        ask(url, call(pointApi.pointGet)),
      ])
      const billId = url.searchParams.get('bill')
      const here = url.pathname + url.search
      const { asOf } = unpaid
      if (billId === ALL_BILLS)
        return unpaid.bills.length === 0 ? missing() : { all: unpaid, method, here, asOf }
      const owed = unpaid.bills.find((one) => one.billId === billId)
      const fixed = bills.find((one) => one.billId === billId)
      const amountYen = owed?.amountYen ?? fixed?.payableYen
      if (fixed === undefined || amountYen === undefined) return missing()
      const payable: Payable = { billId: fixed.billId, month: fixed.month, amountYen, owed }
      const others = unpaid.bills.filter((one) => one.billId !== billId)
      return {
        payable,
        others,
        method,
        points: pointsToUse(url, points, amountYen),
        here,
        asOf,
      }
    },
    async done(receiptNo: string) {
      const [receipt, left] = await Promise.all([
        ask(url, call(billingApi.billingPaymentGet, { query: { receiptNo } })),
        readUnpaid(),
      ])
      return { receipt, left, asOf: receipt.askedAt }
    },
  })
}

export const readMethod = (call: Call, url: URL) =>
  ask(url, call(billingApi.billingPaymentMethodGet))

export type PointsToUse = ReturnType<typeof pointsToUse>

/**
 * What can be spent on the sum, and what the address asks to be spent. More than that is not taken: the page says so
 * beside the field and pays nothing with points.
 */
function pointsToUse(
  url: URL,
  { isLinked, balance }: Result<typeof pointApi.pointGet>,
  amountYen: number,
) {
  const typed = (url.searchParams.get('points') ?? '').trim()
  const most = Math.max(0, Math.min(balance ?? 0, amountYen))
  if (!isLinked || typed === '' || typed === '0')
    return { isLinked, balance, most, typed, used: 0, error: undefined }
  const asked = parseGiven(pointsGiven, new URLSearchParams({ points: typed }))
  if ('fields' in asked)
    return { isLinked, balance, most, typed, used: 0, error: asked.fields['points']?.[0] }
  const { points: used } = asked.value
  if (used === undefined || used <= most)
    return { isLinked, balance, most, typed, used: used ?? 0, error: undefined }
  const error = `お使いいただけるのは${formatPoints(most)}までです。`
  return { isLinked, balance, most, typed, used: 0, error }
}

const pointsGiven = billingApi.singlePayPost.body.pick({ points: true })
