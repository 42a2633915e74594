import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { readDraft } from '#portal/mypage/flow/draft.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadQueued } from '#portal/mypage/flow/load-queued.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { planSizeApi } from '#protocol/plan-size.ts'

const questions = { plan: { missing: 'データ容量を選んでください。' } } as const

/** What the step of this address shows. */
export async function loadStep(call: Call, url: URL) {
  const step = stepOf(url)
  switch (step.name) {
    case 'done':
      return { step: 'done', done: await loadDone(call, url, step.orderNo) } as const
    case 'undo':
      return {
        step: 'undo',
        note: noteOf(url),
        ...(await loadUndo(call, url, step.orderNo)),
      } as const
    case 'confirm':
      return loadConfirm(call, url)
    case 'input':
      return loadInput(call, url, {})
  }
}

async function loadInput(call: Call, url: URL, errors: Readonly<Record<string, string>>) {
  const [list, { reserved, settled }, queued] = await Promise.all([
    ask(url, call(planSizeApi.couponListGet)),
    ask(url, call(planSizeApi.couponReservedPlanGet)),
    loadQueued(call, url, ['planSizeChange']),
  ])
  const { typed } = readDraft(url.searchParams, questions)
  return { step: 'input', list, reserved, settled, queued, plan: typed.plan, errors } as const
}

/** The estimate is asked anew at every 確認: an old tab shows today's price and date. */
async function loadConfirm(call: Call, url: URL) {
  const { typed, errors } = readDraft(url.searchParams, questions)
  if (Object.keys(errors).length > 0) return loadInput(call, url, errors)
  const answer = await attempt(
    url,
    call(planSizeApi.couponEstimateGet, { query: { plan: typed.plan } }),
  )
  if ('refused' in answer) return loadInput(call, url, { plan: answer.refused.message })
  const [{ asOf }, queued] = await Promise.all([
    ask(url, call(planSizeApi.couponReservedPlanGet)),
    loadQueued(call, url, ['planSizeChange']),
  ])
  return { step: 'confirm', estimate: answer.value, queued, note: noteOf(url), asOf } as const
}

/** The booking of this address, if it still can be undone; another one is undone at its own address. */
async function loadUndo(call: Call, url: URL, orderNo: string) {
  const { reserved, asOf } = await ask(url, call(planSizeApi.couponReservedPlanGet))
  return { reserved: reserved?.orderNo === orderNo ? reserved : undefined, asOf }
}

export type Reserved = NonNullable<Result<typeof planSizeApi.couponReservedPlanGet>['reserved']>
