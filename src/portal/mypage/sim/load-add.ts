import { kinds, sizes } from '#portal/mypage/sim/choices.ts'
import { answersIn, type Kept } from '#portal/mypage/sim/kept-answers.ts'
import { pricesOf } from '#portal/mypage/sim/prices.ts'
import { eidErrorIn } from '#portal/mypage/sim/refused-eid.ts'
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

export async function loadAdd(call: Call, url: URL, kept: Kept) {
  const step = stepOf(url)
  if (step.name === 'done')
    return { step: 'done', done: await loadDone(call, url, step.orderNo) } as const
  return step.name === 'confirm' ? loadConfirm(call, url, kept) : loadInput(call, url, kept)
}

async function loadInput(
  call: Call,
  url: URL,
  kept: Kept,
  errors: Readonly<Record<string, string>> = eidErrorIn(url),
) {
  const [{ operations }, prices] = await Promise.all([
    ask(url, call(contractApi.contractChangeStatusGet)),
    pricesOf(url, kinds, (kind, size) => call(simApi.simAddCostGet, { query: { kind, size } })),
  ])
  const why = operations.find(({ operation }) => operation === 'simAdd')
  const { typed } = readDraft(answersIn(url, kept), addQuestions)
  const eid = kept['eid'] ?? ''
  return { step: 'input', why, prices, typed: { ...typed, eid }, errors } as const
}

async function loadConfirm(call: Call, url: URL, kept: Kept) {
  const eid = kept['eid'] ?? ''
  const { typed, errors } = readDraft(url.searchParams, addQuestions)
  const kind = oneOf(kinds, typed.kind)
  const size = oneOf(sizes, typed.size)
  if (kind === undefined || size === undefined) return loadInput(call, url, kept, errors)
  // Come from an old address: what was typed has gone, so it is asked again.
  if (size === 'esim' && eid === '')
    return loadInput(call, url, kept, { eid: 'EIDをもう一度入力してください。' })
  const answer = await attempt(url, call(simApi.simAddCostGet, { query: { kind, size } }))
  if ('refused' in answer) return loadInput(call, url, kept, { kind: answer.refused.message })
  const [terms, { asOf }] = await Promise.all([
    ask(url, call(simApi.simAddContractGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
  ])
  const wish = { kind, size, nickname: typed.nickname, eid: size === 'esim' ? eid : '' }
  return { step: 'confirm', estimate: answer.value, terms, wish, asOf, note: noteOf(url) } as const
}
