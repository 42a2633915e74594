import type { Refusal } from '#vocabulary/refusal.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { data, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { attempt, statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { parseGiven, typedIn, type FieldSentences, type Sendable } from '#protocol/form.ts'
import { callOf, pageOf } from '#portal/request.ts'
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
  if (endpoint.query === undefined) return { sent: call(endpoint, { idempotencyKey }) }
  const parsed = parseGiven(endpoint.query, form)
  if ('fields' in parsed) return { refused: notTaken(parsed.fields) }
  return { sent: call(endpoint, { query: parsed.value, idempotencyKey }) }
}

/** What a press came to: the answer, and the form that was sent from this address. */
export type Outcome<Value> = {
  readonly value: Value
  readonly form: FormData
  readonly url: URL
}

/** What the press of one button sends, and the page that shows what is so now. */
export type Press<Value> = (
  | { readonly endpoint: Sendable<Value>; readonly ask?: undefined }
  /** Where the request is not the form as its endpoint's schema reads it. */
  | { readonly ask: (call: Call, form: FormData, idempotencyKey: string) => Promise<Value> }
) & {
  readonly to: string | ((outcome: Outcome<Value>) => string | Response)
  /** What the wire wants of the form besides its fields. */
  readonly fill?: (form: FormData) => void
  /** Where the member goes on after a proof or a login, if not on the page of the form. */
  readonly from?: (url: URL, form: FormData) => URL
  /** Conditions that changed since 確認 lead back to it instead of being shown as a refusal. */
  readonly isConfirmed?: true
  /** Go along to the address that shows what is so now. */
  readonly headers?: HeadersFor
}

type HeadersFor = (origin: string) => Promise<HeadersInit>

/**
 * The action of a page: `intent` in the form names the press.
 * @param otherwise the press of a form without an intent; without it such a form changes nothing.
 */
export function actions<Values extends Readonly<Record<string, unknown>>>(
  presses: { readonly [Intent in keyof Values]: Press<Values[Intent]> },
  otherwise?: keyof Values & string,
) {
  const act = async <Value>(
    press: Press<Value>,
    { context, url }: ActionFunctionArgs,
    form: FormData,
  ): Promise<Response | ReturnType<typeof stay>> => {
    const call = callOf(context, form)
    press.fill?.(form)
    const from = press.from?.(url, form) ?? url
    const answer =
      press.ask === undefined
        ? await send(call, from, press.endpoint, form)
        : await attempt(from, press.ask(call, form, idempotencyKeyOf(form)), { call, form })
    if ('refused' in answer)
      return press.isConfirmed
        ? backToConfirm(url, form, answer.refused)
        : stay(answer.refused, form)
    const { to } = press
    const next = typeof to === 'string' ? to : to({ value: answer.value, form, url })
    if (typeof next !== 'string') return next
    return redirect(next, { headers: await press.headers?.(pageOf(context).origin) })
  }
  return async (args: ActionFunctionArgs) => {
    const { request, url } = args
    const form = await request.formData()
    const intent = textOf(form, 'intent')
    const name = Object.hasOwn(presses, intent) ? intent : otherwise
    const press = name === undefined ? undefined : presses[name]
    if (press === undefined) return redirect(url.pathname + url.search)
    return act(press, args, form)
  }
}

/** On to an address outside the app, or where the header changes: the browser loads it as a document. */
export const outside =
  <Value>(addressOf: (value: Value) => string) =>
  ({ value }: Outcome<Value>) =>
    redirectDocument(addressOf(value))

/** The press on 確認 that orders: on to 完了, a page of its own. */
export const ordering = <Value extends Accepted>(endpoint: Sendable<Value>): Press<Value> => ({
  endpoint,
  to: ({ value, url }) => doneAddress(url.pathname, orderNoOf(value)),
  isConfirmed: true,
})

/**
 * The action of a procedure: `intent` names which of the orders the form is for; without it, `order`.
 * @param headers go along to 完了.
 */
export const orderAction = (
  orders: Readonly<Record<string, Order>> & { readonly order: Order },
  headers?: HeadersFor,
) =>
  actions<Readonly<Record<string, Accepted>>>(
    Object.fromEntries(
      Object.entries(orders).map(([intent, order]) => [intent, { ...ordering(order), headers }]),
    ),
    'order',
  )

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
  if ('value' in answer)
    return redirect(doneAddress(url.pathname, orderNoOf(answer.value)), { headers })
  return backToConfirm(url, form, answer.refused)
}

const orderNoOf = (accepted: Accepted) =>
  'receipt' in accepted ? accepted.receipt.orderNo : accepted.orderNo

const backToConfirm = (url: URL, form: FormData, refused: Refusal<ErrorCode>) =>
  movedCodes.includes(refused.code) ? redirect(againAddress(url, 'changed')) : stay(refused, form)

/** The end of an action that has no 完了: on to a page that shows what is so now, or back with what is in the way. */
export const leadOn = (answer: Attempted<unknown>, form: FormData, href: string) =>
  'value' in answer ? redirect(href) : stay(answer.refused, form)

export const stay = (refused: Refusal<ErrorCode>, form: FormData) =>
  data<Stayed>({ refused, typed: typedIn(form) }, { status: statusOf(refused) })

/** A form the wire would not take, refused before it is sent: in the same words. */
export function notTaken(fields: FieldSentences): Refusal<ErrorCode> {
  return { code: 'VALIDATION_FAILED', message: errors.VALIDATION_FAILED.message, fields }
}
