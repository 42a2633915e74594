import { kinds } from '#portal/fields/sim-choices.ts'
import { answersIn, confirmedAnswers, type Kept } from '#portal/mypage/sim/kept-answers.ts'
import { pricesOf } from '#portal/mypage/sim/prices.ts'
import { eidErrorIn, forSize } from '#portal/mypage/sim/submit.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'
import { simApi } from '#protocol/sim.ts'

export const addAsked = ['kind', 'size', 'eid', 'nickname']

export function loadAdd(call: Call, url: URL, kept: Kept) {
  const readStatus = () => ask(url, call(contractApi.contractChangeStatusGet))
  return loadSteps(url, {
    async input(errors: Errors) {
      const [{ operations }, prices] = await Promise.all([
        readStatus(),
        pricesOf(url, kinds, (kind, size) => call(simApi.simAddCostGet, { query: { kind, size } })),
      ])
      const why = operations.find(({ operation }) => operation === 'simAdd')
      return {
        why,
        prices,
        typed: answersIn(url, kept),
        errors: { ...eidErrorIn(url), ...errors },
      }
    },
    async confirm() {
      const given = forSize(confirmedAnswers(url, kept))
      const fields = sentencesFor(simApi.simAddPost.body, given, addAsked)
      if (Object.keys(fields).length > 0) return missing(fields)
      const [reviewed, terms, { asOf }] = await Promise.all([
        review(url, simApi.simAddCostGet, (query) => call(simApi.simAddCostGet, { query })),
        ask(url, call(simApi.simAddContractGet)),
        readStatus(),
      ])
      if ('missing' in reviewed) return reviewed
      return { estimate: reviewed.estimate, terms, wish: typedIn(given), asOf }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}
