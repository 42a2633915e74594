import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadQueued } from '#portal/mypage/flow/load-queued.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { planSizeApi } from '#protocol/plan-size.ts'

export function loadPlan(call: Call, url: URL) {
  const readQueued = () => loadQueued(call, url, ['planSizeChange'])
  const readReserved = () => ask(url, call(planSizeApi.couponReservedPlanGet))
  return loadSteps(url, {
    async input(errors: Errors) {
      const [list, { reserved, settled }, queued] = await Promise.all([
        ask(url, call(planSizeApi.couponListGet)),
        readReserved(),
        readQueued(),
      ])
      const plan = url.searchParams.get('plan') ?? ''
      return { list, reserved, settled, queued, plan, errors }
    },
    /** The estimate is asked anew at every 確認: an old tab shows today's price and date. */
    async confirm() {
      const reviewed = await review(url, planSizeApi.couponEstimateGet, (query) =>
        call(planSizeApi.couponEstimateGet, { query }),
      )
      if ('missing' in reviewed) return reviewed
      const [{ asOf }, queued] = await Promise.all([readReserved(), readQueued()])
      return { estimate: reviewed.estimate, queued, asOf }
    },
    /** The booking of this address, if it still can be undone; another one is undone at its own address. */
    async undo(orderNo: string) {
      const { reserved, asOf } = await readReserved()
      return { reserved: reserved?.orderNo === orderNo ? reserved : undefined, asOf }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

export type Reserved = NonNullable<Result<typeof planSizeApi.couponReservedPlanGet>['reserved']>
