import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { oneOf } from '#portal/mypage/flow/draft.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadQueued } from '#portal/mypage/flow/load-queued.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'

/** Three screens at most: choose, confirm, done. Fee and last day stand on the first. */
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

/** What was chosen: the whole contract, or lines of it; nothing as long as nobody chose. */
function chosenIn({ searchParams }: URL) {
  const lineIds = searchParams.getAll('lineId')
  return { scope: oneOf(['contract', 'lines'], searchParams.get('scope') ?? ''), lineIds } as const
}

async function loadInput(call: Call, url: URL, errors: Readonly<Record<string, string>>) {
  const [contract, whole, { bookings }, status, queued] = await Promise.all([
    ask(url, call(contractApi.contractGet)),
    ask(url, call(cancellationApi.simCancelPaymentGet)),
    ask(url, call(cancellationApi.statusCancelStateGet)),
    ask(url, call(contractApi.contractChangeStatusGet)),
    loadQueued(call, url, ['contractCancel', 'lineCancel']),
  ])
  const whyOf = (operation: string, lineId?: string) =>
    status.operations.find((one) => one.operation === operation && one.lineId === lineId)
  return {
    step: 'input',
    whole,
    whyContract: whyOf('contractCancel'),
    lines: contract.lines
      .filter((line) => line.status !== 'ended')
      .map((line) => ({ ...line, why: whyOf('lineCancel', line.lineId) })),
    queued,
    bookings: bookings.filter(({ state }) => state === 'queued' || state === 'reserved'),
    chosen: chosenIn(url),
    errors,
  } as const
}

const MISSING = '解約するものを、「ご契約をすべて」か「一部の回線だけ」から選んでください。'

async function loadConfirm(call: Call, url: URL) {
  const chosen = chosenIn(url)
  if (chosen.scope === undefined) return loadInput(call, url, { scope: MISSING })
  if (chosen.scope === 'lines' && chosen.lineIds.length === 0)
    return loadInput(call, url, { lineId: '解約する回線を選んでください。' })
  const lineIds = chosen.scope === 'lines' ? chosen.lineIds : undefined
  const [answer, { asOf }] = await Promise.all([
    attempt(
      url,
      call(cancellationApi.simCancelPaymentGet, {
        query: lineIds === undefined ? {} : { lineId: lineIds },
      }),
    ),
    ask(url, call(cancellationApi.statusCancelStateGet)),
  ])
  if ('refused' in answer) return loadInput(call, url, { lineId: answer.refused.message })
  return { step: 'confirm', estimate: answer.value, chosen, note: noteOf(url), asOf } as const
}

async function loadUndo(call: Call, url: URL, orderNo: string) {
  const { bookings, asOf } = await ask(url, call(cancellationApi.statusCancelStateGet))
  return { booking: bookings.find((booking) => booking.orderNo === orderNo), asOf }
}
