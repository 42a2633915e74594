import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadPress } from '#portal/mypage/flow/keep-press.ts'
import { attempt as partOf } from '#portal/mypage/shared/attempt.ts'
import type { Move } from '#portal/mypage/shared/wire.ts'
import type { Call } from '#protocol/http.ts'
import type { Result } from '#protocol/endpoint.ts'
import { parseGiven } from '#protocol/form.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { phoneMoveApi } from '#protocol/phone-move.ts'

export type MoveLine = Result<typeof phoneMoveApi.phoneMoveLinesGet>['lines'][number]
export type MoveCode = Result<typeof phoneMoveApi.phoneMoveCodeGet>
export type MoveEstimate = Result<typeof phoneMoveApi.phoneMoveEstimateGet>

/** Each step is a page of its own: the line and the phone, the proof, and then the move itself by its number. */
export async function loadPhoneMove(call: Call, url: URL) {
  const { searchParams } = url
  const orderNo = searchParams.get('no')
  if (orderNo !== null) return loadMove(call, url, orderNo)
  const { lines, asOf } = await ask(url, call(phoneMoveApi.phoneMoveLinesGet))
  const running = lines.find(({ move }) => move !== undefined)?.move
  const lineId = searchParams.get('lineId')
  // Who opens the page while a move runs means that move, unless another line is asked for.
  const isSent = lineId !== null || searchParams.has('draft')
  if (!isSent && running !== undefined && !searchParams.has('another'))
    return loadMove(call, url, running.orderNo)
  const phone = searchParams.get('phone') ?? ''
  if (!isSent) return { step: 'line', lines, asOf, phone } as const
  const asked = await estimateFor(call, url)
  if ('refused' in asked) return { step: 'line', lines, asOf, phone, lineId, ...asked } as const
  const estimate = asked.value
  if (!estimate.why.allowed || estimate.phone.sim === 'card')
    return { step: 'line', lines, asOf, estimate, phone } as const
  const [press, own] = await Promise.all([
    loadPress(call, url),
    partOf(call(passkeyApi.passkeysGet)),
  ])
  const chosen = press?.fields.find(({ name }) => name === 'proof')?.value
  const passkey = own.ok ? passkeyToShow(own.value.passkeys) : ({ is: 'ready' } as const)
  return { step: 'proof', estimate, passkey, phone, chosen, asOf } as const
}

export type PasskeyToShow =
  | { readonly is: 'none' | 'ready' }
  /** Too new to move a line with (docs/decisions/111): when the first of them is not any more. */
  | { readonly is: 'settling'; readonly until: string }

function passkeyToShow(passkeys: Result<typeof passkeyApi.passkeysGet>['passkeys']): PasskeyToShow {
  const active = passkeys.filter(({ state }) => state === 'active')
  const settling = active.flatMap(({ settlesAt }) => settlesAt ?? [])
  const [until] = settling.toSorted()
  if (until === undefined || settling.length < active.length)
    return { is: active.length > 0 ? 'ready' : 'none' }
  return { is: 'settling', until }
}

async function estimateFor(call: Call, url: URL) {
  const parsed = parseGiven(phoneMoveApi.phoneMoveEstimateGet.query, url.searchParams)
  if ('fields' in parsed)
    return { refused: { code: 'VALIDATION_FAILED' as const, fields: parsed.fields } }
  return attempt(url, call(phoneMoveApi.phoneMoveEstimateGet, { query: parsed.value }))
}

/** The code is shown at once to the session that was proved; any other is asked for the proof by a press (`ask=code`). */
async function loadMove(call: Call, url: URL, orderNo: string) {
  const query = { orderNo }
  const move = await ask(url, call(phoneMoveApi.phoneMoveGet, { query }))
  if (!isToRead(move)) return { step: 'move', move, asOf: move.asOf } as const
  const request = () => call(phoneMoveApi.phoneMoveCodeGet, { query })
  if (url.searchParams.get('ask') === 'code') {
    const answer = await attempt(url, request())
    return 'value' in answer
      ? ({ step: 'move', move, code: answer.value, asOf: move.asOf } as const)
      : ({ step: 'move', move, refused: answer.refused, asOf: move.asOf } as const)
  }
  const code = await partOf(request())
  return { step: 'move', move, code: code.ok ? code.value : undefined, asOf: move.asOf } as const
}

/** The code is of use until the phone has been seen. */
export const isToRead = ({ state }: Move) => state === 'profile_ready' || state === 'downloaded'
