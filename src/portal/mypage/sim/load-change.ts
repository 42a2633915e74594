import { whats, type What } from '#portal/mypage/sim/change-choices.ts'
import { kinds } from '#portal/fields/sim-choices.ts'
import { answersIn, type SavedAnswers } from '#portal/mypage/flow/saved-answers.ts'
import { simAnswers } from '#portal/mypage/sim/answers.ts'
import { pricesOf } from '#portal/mypage/sim/prices.ts'
import { eidErrorIn, forSize } from '#portal/mypage/sim/submit.ts'
import { stepOf } from '#portal/mypage/flow/address.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'
import { simApi } from '#protocol/sim.ts'
import type { LineKind } from '#vocabulary/line.ts'

/** Which of reason and kind is asked depends on what was chosen. */
export const changes = {
  reissue: {
    operation: 'simReissue',
    order: simApi.simChangeSizeRegisterPost,
    asked: ['lineId', 'size', 'eid', 'reason'],
  },
  kind: {
    operation: 'simKindChange',
    order: simApi.simChangeTypeRegisterPost,
    asked: ['lineId', 'size', 'eid', 'kind'],
  },
} as const

export const whatOf = (text: string | null) => whats.find((what) => what === text)

export async function loadChange(call: Call, url: URL, saved: SavedAnswers) {
  const what = whatOf(url.searchParams.get('what'))
  const isDone = stepOf(url).name === 'done'
  const line = isDone || what === undefined ? undefined : await findLine(call, url, saved)
  if (!isDone && (what === undefined || line === undefined)) return loadChoice(call, url)
  return loadSteps(url, {
    async input(errors: Errors) {
      if (what === undefined || line === undefined) throw new Error('the line was chosen above')
      const [{ operations }, prices] = await Promise.all([
        readStatus(call, url),
        loadPrices(call, url, what, line),
      ])
      const why = whyOf(operations, changes[what].operation, line.lineId)
      const typed = answersIn(url, saved)
      return { what, line, why, prices, typed, errors: { ...eidErrorIn(url), ...errors } }
    },
    async confirm() {
      if (what === undefined) throw new Error('the procedure was chosen above')
      const given = forSize(simAnswers.confirmed(url, saved))
      const fields = sentencesFor(changes[what].order.body, given, changes[what].asked)
      if (Object.keys(fields).length > 0) return missing(fields)
      const [reviewed, { asOf }] = await Promise.all([
        what === 'kind'
          ? review(url, simApi.simChangeTypeInitialCostGet, (query) =>
              call(simApi.simChangeTypeInitialCostGet, { query }),
            )
          : review(url, simApi.simChangeSizeInitialCostGet, (query) =>
              call(simApi.simChangeSizeInitialCostGet, { query }),
            ),
        readStatus(call, url),
      ])
      if ('missing' in reviewed) return reviewed
      return { what, estimate: reviewed.estimate, request: typedIn(given), asOf }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

async function findLine(call: Call, url: URL, saved: SavedAnswers) {
  const { lines } = await ask(url, call(contractApi.contractGet))
  return lines.find(({ lineId }) => lineId === answersIn(url, saved)['lineId'])
}

const readStatus = (call: Call, url: URL) => ask(url, call(contractApi.contractChangeStatusGet))

/** Every line with what may be done to it and what it costs, and why not. */
async function loadChoice(call: Call, url: URL) {
  const [{ lines }, { operations }] = await Promise.all([
    ask(url, call(contractApi.contractGet)),
    readStatus(call, url),
  ])
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
  const { lineId } = line
  return pricesOf(url, wanted, (kind, size) =>
    what === 'kind'
      ? call(simApi.simChangeTypeInitialCostGet, { query: { lineId, size, kind } })
      : call(simApi.simChangeSizeInitialCostGet, {
          query: { lineId, size, reason: 'modelChange' },
        }),
  )
}
