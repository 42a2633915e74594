import { noteOf, stepOf } from '#portal/mypage/flow/address.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import type { Call } from '#protocol/http.ts'
import { portOutApi } from '#protocol/port-out.ts'

export async function loadStep(call: Call, url: URL) {
  const step = stepOf(url)
  if (step.name === 'done') return loadNumber(call, url, step.orderNo)
  const lineId = url.searchParams.get('lineId') ?? ''
  if (step.name === 'confirm' && lineId !== '') return loadConfirm(call, url, lineId)
  return loadInput(call, url, step.name === 'confirm')
}

async function loadInput(call: Call, url: URL, isMissing = false) {
  const { lines } = await ask(url, call(portOutApi.portOutPossibleListGet))
  const errors: Readonly<Record<string, string>> = isMissing
    ? { lineId: '転出する回線を選んでください。' }
    : {}
  return { step: 'input', lines, terms: await loadTerms(call, url, lines), errors } as const
}

/** Fee and validity stand on the first page already, as the API tells them of a line that may go. */
async function loadTerms(
  call: Call,
  url: URL,
  lines: readonly { allowed: boolean; line: { lineId: string } }[],
) {
  const possible = lines.find(({ allowed }) => allowed)
  if (possible === undefined) return undefined
  const query = { lineId: possible.line.lineId }
  const answer = await attempt(url, call(portOutApi.portOutPaymentGet, { query }))
  if ('refused' in answer) return undefined
  const { feeYen, validDays } = answer.value
  return { feeYen, validDays }
}

async function loadConfirm(call: Call, url: URL, lineId: string) {
  const [answer, { asOf }] = await Promise.all([
    attempt(url, call(portOutApi.portOutPaymentGet, { query: { lineId } })),
    ask(url, call(portOutApi.portOutPossibleListGet)),
  ])
  if ('refused' in answer) return loadInput(call, url)
  return { step: 'confirm', payment: answer.value, lineId, asOf, note: noteOf(url) } as const
}

/** 完了 is the number itself, read anew at each reload: it appears here as soon as it has been issued. */
async function loadNumber(call: Call, url: URL, requestNo: string) {
  const [done, { lines, asOf }] = await Promise.all([
    loadDone(call, url, requestNo),
    ask(url, call(portOutApi.portOutPossibleListGet)),
  ])
  const found = lines.find(({ request }) => request?.requestNo === requestNo)
  return { step: 'done', done, request: found?.request, asOf } as const
}
