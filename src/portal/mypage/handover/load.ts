import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Result } from '#protocol/endpoint.ts'
import { handoverApi, handoverChoice } from '#protocol/handover.ts'
import type { Call } from '#protocol/http.ts'

export type HandoverLine = Result<typeof handoverApi.handoverLinesGet>['lines'][number]
export type Offered = { readonly line: HandoverLine['line']; readonly offer: Offer }
export type Offer = NonNullable<HandoverLine['offer']>

/** Which line, what it means and to whom, and the number by which it is taken. */
export function loadHandover(call: Call, url: URL) {
  const readLines = () => ask(url, call(handoverApi.handoverLinesGet))
  const offeredAs = async (orderNo: string) => {
    const { lines, asOf } = await readLines()
    const found = lines.find(({ offer }) => offer?.orderNo === orderNo)
    const offered: Offered | undefined =
      found?.offer === undefined ? undefined : { line: found.line, offer: found.offer }
    return { offered, asOf }
  }
  return loadSteps(url, {
    input: async (errors: Errors) => ({ ...(await readLines()), errors }),
    async confirm() {
      const [reviewed, { asOf }] = await Promise.all([
        review(url, handoverChoice, (query) => call(handoverApi.handoverEstimateGet, { query })),
        readLines(),
      ])
      if ('missing' in reviewed) return reviewed
      return { estimate: reviewed.estimate, lineId: reviewed.answers.lineId, asOf }
    },
    undo: offeredAs,
    /** The number is on it as long as it can be used, at every reload. */
    async done(orderNo: string) {
      const [done, offered] = await Promise.all([loadDone(call, url, orderNo), offeredAs(orderNo)])
      return { ...done, ...offered }
    },
  })
}
