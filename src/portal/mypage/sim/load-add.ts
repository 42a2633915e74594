import { kinds, sizes } from '#portal/mypage/sim/choices.ts'
import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { oneOf, readDraft } from '#portal/mypage/flow/draft.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'
import { simApi } from '#protocol/sim.ts'

export const addQuestions = {
  kind: { missing: 'SIMの種別を選んでください。', answers: kinds },
  size: { missing: 'SIMの形を選んでください。', answers: sizes },
  nickname: { missing: '', optional: true },
} as const

export async function loadAdd(call: Call, url: URL, eid: string) {
  const step = stepOf(url)
  if (step.name === 'done')
    return { step: 'done', done: await loadDone(call, url, step.orderNo) } as const
  return step.name === 'confirm' ? loadConfirm(call, url, eid) : loadInput(call, url, eid)
}

/** What each kind would cost stands beside it, so that the choice is made knowing the price. */
async function loadInput(
  call: Call,
  url: URL,
  eid: string,
  errors: Readonly<Record<string, string>> = {},
) {
  const { operations } = await ask(url, call(contractApi.contractChangeStatusGet))
  const why = operations.find(({ operation }) => operation === 'simAdd')
  const prices = await Promise.all(
    kinds.map(async (kind) => {
      const query = { kind, size: 'nano' } as const
      const answer = await attempt(url, call(simApi.simAddCostGet, { query }))
      if ('refused' in answer) return { kind }
      const { oneOff, monthlyDeltaYen } = answer.value
      return { kind, monthlyDeltaYen, oneOffYen: oneOff.totalYen }
    }),
  )
  const { typed } = readDraft(url.searchParams, addQuestions)
  return { step: 'input', why, prices, typed: { ...typed, eid }, errors } as const
}

async function loadConfirm(call: Call, url: URL, eid: string) {
  const { typed, errors } = readDraft(url.searchParams, addQuestions)
  const kind = oneOf(kinds, typed.kind)
  const size = oneOf(sizes, typed.size)
  if (kind === undefined || size === undefined) return loadInput(call, url, eid, errors)
  // Come from an old address: what was typed has gone, so it is asked again.
  if (size === 'esim' && eid === '')
    return loadInput(call, url, eid, { eid: 'EIDをもう一度入力してください。' })
  const answer = await attempt(url, call(simApi.simAddCostGet, { query: { kind, size } }))
  if ('refused' in answer) return loadInput(call, url, eid, { kind: answer.refused.message })
  const [terms, { asOf }] = await Promise.all([
    ask(url, call(simApi.simAddContractGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
  ])
  const wish = { kind, size, nickname: typed.nickname, eid: size === 'esim' ? eid : '' }
  return { step: 'confirm', estimate: answer.value, terms, wish, asOf, note: noteOf(url) } as const
}
