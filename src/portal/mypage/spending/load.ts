import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { topUpApi } from '#protocol/top-up.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { ownPath } from '#protocol/primitives.ts'
import { spendingApi } from '#protocol/spending.ts'

export type AutoTopUpEstimate = Result<typeof spendingApi.autoTopUpEstimateGet>

/** What has just been saved, for the word at the head of the page. */
export const savedNotes = ['limit', 'limitEnd', 'autoEnd'] as const
export type Saved = (typeof savedNotes)[number]

/** Both settings with the month so far; 確認 of automatic top-up; or what is set now, as 完了. */
export function loadSpending(call: Call, url: URL) {
  const readSpending = () => ask(url, call(spendingApi.spendingStatusGet))
  const back = ownPath.safeParse(url.searchParams.get('back'))
  return loadSteps(url, {
    async input(errors: Errors) {
      const [spending, topUps] = await Promise.all([
        readSpending(),
        ask(url, call(topUpApi.highSpeedCouponGet)),
      ])
      return {
        spending,
        packs: topUps.packs,
        errors,
        typed: Object.fromEntries(url.searchParams),
        saved: savedNotes.find((one) => one === url.searchParams.get('saved')),
        back: back.success ? back.data : undefined,
      }
    },
    async confirm() {
      const answer = await review(url, spendingApi.autoTopUpEstimateGet, (query) =>
        call(spendingApi.autoTopUpEstimateGet, { query }),
      )
      return 'missing' in answer ? answer : { estimate: answer.estimate }
    },
    done: async () => ({ spending: await readSpending() }),
  })
}
