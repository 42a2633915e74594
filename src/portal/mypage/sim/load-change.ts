import { reasons, whats, type What } from '#portal/mypage/sim/change-choices.ts'
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
import type { LineKind } from '#vocabulary/line.ts'

const lineId = { missing: '回線を選んでください。' }
const size = { missing: 'SIMの形を選んでください。', answers: sizes }
const reason = { missing: '理由を選んでください。', answers: reasons, optional: true }
const kind = { missing: '変更後の種別を選んでください。', answers: kinds, optional: true }

/** One form for both: which of reason and kind is asked depends on what was chosen. */
export function changeQuestionsOf(what: What) {
  return {
    lineId,
    size,
    reason: { ...reason, optional: what === 'kind' },
    kind: { ...kind, optional: what === 'reissue' },
  } as const
}

export const whatOf = (text: string | null) => oneOf(whats, text ?? '')

export async function loadChange(call: Call, url: URL, kept: Kept) {
  const step = stepOf(url)
  if (step.name === 'done')
    return { step: 'done', done: await loadDone(call, url, step.orderNo) } as const
  const what = whatOf(url.searchParams.get('what'))
  if (what === undefined) return loadChoice(call, url)
  return step.name === 'confirm'
    ? loadConfirm(call, url, what, kept)
    : loadInput(call, url, what, kept)
}

/** Every line with what may be done to it and what it costs, and why not. */
async function loadChoice(call: Call, url: URL) {
  const [{ lines }, { operations }] = await readLines(call, url)
  const one = lines.find(({ status }) => status !== 'ended')
  const [reissue, kindChange] = one
    ? await Promise.all(whats.map((what) => loadPrices(call, url, what, one)))
    : []
  return {
    step: 'choice',
    prices: { reissue: reissue?.oneOffYen ?? {}, kind: kindChange?.oneOffYen ?? {} },
    lines: lines
      .filter(({ status }) => status !== 'ended')
      .map((line) => ({
        line,
        reissue: whyOf(operations, 'simReissue', line.lineId),
        kind: whyOf(operations, 'simKindChange', line.lineId),
      })),
  } as const
}

const readLines = (call: Call, url: URL) =>
  Promise.all([
    ask(url, call(contractApi.contractGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
  ])

function whyOf<Row extends { operation: string; lineId?: string | undefined }>(
  operations: readonly Row[],
  operation: string,
  ofLine: string,
) {
  return operations.find((row) => row.operation === operation && row.lineId === ofLine)
}

/** The price of an issue is the same whatever the reason; a reissue leaves the kind as it is. */
function loadPrices(
  call: Call,
  url: URL,
  what: What,
  line: { readonly lineId: string; readonly simKind: LineKind },
) {
  const wanted = what === 'kind' ? kinds.filter((one) => one !== line.simKind) : [line.simKind]
  return pricesOf(url, wanted, (wantedKind, wantedSize) =>
    estimateOf(call, what, {
      lineId: line.lineId,
      size: wantedSize,
      kind: wantedKind,
      reason: 'modelChange',
    }),
  )
}

async function loadInput(
  call: Call,
  url: URL,
  what: What,
  kept: Kept,
  errors: Readonly<Record<string, string>> = eidErrorIn(url),
) {
  const [{ lines }, { operations }] = await readLines(call, url)
  const { typed } = readDraft(answersIn(url, kept), changeQuestionsOf(what))
  const line = lines.find((one) => one.lineId === typed.lineId)
  if (line === undefined) return loadChoice(call, url)
  const why = whyOf(operations, what === 'kind' ? 'simKindChange' : 'simReissue', line.lineId)
  const prices = await loadPrices(call, url, what, line)
  const eid = kept['eid'] ?? ''
  return { step: 'input', what, line, why, prices, typed: { ...typed, eid }, errors } as const
}

async function loadConfirm(call: Call, url: URL, what: What, kept: Kept) {
  const eid = kept['eid'] ?? ''
  const { typed, errors } = readDraft(url.searchParams, changeQuestionsOf(what))
  if (Object.keys(errors).length > 0) return loadInput(call, url, what, kept, errors)
  // Come from an old address: what was typed has gone, so it is asked again.
  if (typed.size === 'esim' && eid === '')
    return loadInput(call, url, what, kept, { eid: 'EIDをもう一度入力してください。' })
  const answer = await attempt(url, estimateOf(call, what, typed))
  if ('refused' in answer)
    return loadInput(call, url, what, kept, {
      [what === 'kind' ? 'kind' : 'size']: answer.refused.message,
    })
  const { asOf } = await ask(url, call(contractApi.contractChangeStatusGet))
  const wish = { ...typed, eid: typed.size === 'esim' ? eid : '' }
  return { step: 'confirm', what, estimate: answer.value, wish, asOf, note: noteOf(url) } as const
}

function estimateOf(
  call: Call,
  what: What,
  typed: Readonly<Record<'lineId' | 'size' | 'reason' | 'kind', string>>,
) {
  const query = { lineId: typed.lineId, size: oneOf(sizes, typed.size) ?? 'nano' }
  return what === 'kind'
    ? call(simApi.simChangeTypeInitialCostGet, {
        query: { ...query, kind: oneOf(kinds, typed.kind) ?? 'data' },
      })
    : call(simApi.simChangeSizeInitialCostGet, {
        query: { ...query, reason: oneOf(reasons, typed.reason) ?? 'modelChange' },
      })
}
