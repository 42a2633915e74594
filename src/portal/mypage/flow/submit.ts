import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { attempt, statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { parseGiven, typedIn, type FieldSentences, type Sendable } from '#protocol/form.ts'
import { callOf } from '#portal/request.ts'
import { errors } from '#protocol/errors.ts'
import type { Call } from '#protocol/http.ts'

/** The answer to an order: its number, at the top or in its receipt. */
type Accepted = { readonly orderNo: string } | { readonly receipt: { readonly orderNo: string } }
export type Order = Sendable<Accepted>

/** Why the last press did not lead on; the page shows it with everything as it was typed. */
export type Stayed = {
  readonly refused: Refusal<ErrorCode>
  readonly typed: Readonly<Record<string, string>>
}

/** Parses the form by the endpoint's own schema and sends it: once, however often it is pressed. */
export async function send<Value>(
  call: Call,
  url: URL,
  endpoint: Sendable<Value>,
  form: FormData,
): Promise<Attempted<Value>> {
  const sent = sendParsed(call, endpoint, form)
  return 'refused' in sent ? sent : attempt(url, sent.sent, { call, form })
}

/** As `send`, for a page that shows whatever comes of it itself. */
export function sendParsed<Value>(
  call: Call,
  endpoint: Sendable<Value>,
  form: FormData,
): { readonly sent: Promise<Value> } | { readonly refused: Refusal<ErrorCode> } {
  const idempotencyKey = idempotencyKeyOf(form)
  if (endpoint.body !== undefined) {
    const parsed = parseGiven(endpoint.body, form)
    if ('fields' in parsed) return { refused: notTaken(parsed.fields) }
    return { sent: call(endpoint, { body: parsed.value, idempotencyKey }) }
  }
  const parsed = parseGiven(endpoint.query, form)
  if ('fields' in parsed) return { refused: notTaken(parsed.fields) }
  return { sent: call(endpoint, { query: parsed.value, idempotencyKey }) }
}

/**
 * The action of a procedure. `intent` names which of the orders the form is for; without it, `order`.
 */
export function orderAction(orders: Readonly<Record<string, Order>> & { readonly order: Order }) {
  return async ({ context, request, url }: ActionFunctionArgs) => {
    const form = await request.formData()
    const order = orders[textOf(form, 'intent')] ?? orders.order
    return finish(url, form, await send(callOf(context, form), url, order, form))
  }
}

/** What has moved between 確認 and the press: shown anew, and nothing has been ordered. */
const movedCodes = ['CONDITIONS_CHANGED', 'CUT_OFF_PASSED', 'TERMS_OUTDATED']

/**
 * The end of an action: on to 完了, a page of its own; or back to 確認, with what is in the way.
 * @param headers go along to 完了.
 */
export function finish(
  url: URL,
  form: FormData,
  answer: Attempted<Accepted>,
  headers: HeadersInit = {},
) {
  if ('value' in answer) {
    const { orderNo } = 'receipt' in answer.value ? answer.value.receipt : answer.value
    return redirect(doneAddress(url.pathname, orderNo), { headers })
  }
  const { refused } = answer
  if (movedCodes.includes(refused.code)) return redirect(againAddress(url, 'changed'))
  return stay(refused, form)
}

/** The end of an action that has no 完了: on to a page that shows what is so now, or back with what is in the way. */
export const leadOn = (answer: Attempted<unknown>, form: FormData, href: string) =>
  'value' in answer ? redirect(href) : stay(answer.refused, form)

export const stay = (refused: Refusal<ErrorCode>, form: FormData) =>
  data<Stayed>({ refused, typed: typedIn(form) }, { status: statusOf(refused) })

/** A form the wire would not take, refused before it is sent: in the same words. */
export function notTaken(fields: FieldSentences): Refusal<ErrorCode> {
  return { code: 'VALIDATION_FAILED', message: errors.VALIDATION_FAILED.message, fields }
}
