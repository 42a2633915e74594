import { data, type ActionFunctionArgs } from 'react-router'
import { itemReadApi } from '#protocol/console/item-read.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { send, stay } from '#portal/mypage/flow/submit.ts'
import type { Attempted } from '#portal/mypage/flow/attempt.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { queueAction } from './submit.ts'

/** What is personal in an item, as it was shown by a press: it is in no address and no loader's answer. */
export type Shown =
  | { readonly of: 'identity'; readonly value: Result<typeof itemReadApi.consoleIdentityReadPost> }
  | {
      readonly of: 'application'
      readonly value: Result<typeof itemReadApi.consoleApplicationReadPost>
    }
  | {
      readonly of: 'succession'
      readonly value: Result<typeof itemReadApi.consoleSuccessionReadPost>
    }
  | { readonly of: 'claim'; readonly value: Result<typeof itemReadApi.consoleClaimReadPost> }

type Ask = (call: Call, url: URL, form: FormData) => Promise<Attempted<Shown>>

const named = async <Of extends Shown['of'], Value>(
  of: Of,
  asked: Promise<Attempted<Value>>,
): Promise<Attempted<{ readonly of: Of; readonly value: Value }>> => {
  const answer = await asked
  return 'refused' in answer ? answer : { value: { of, value: answer.value } }
}

const readings: Record<Shown['of'], Ask> = {
  identity: (call, url, form) =>
    named('identity', send(call, url, itemReadApi.consoleIdentityReadPost, form)),
  application: (call, url, form) =>
    named('application', send(call, url, itemReadApi.consoleApplicationReadPost, form)),
  succession: (call, url, form) =>
    named('succession', send(call, url, itemReadApi.consoleSuccessionReadPost, form)),
  claim: (call, url, form) =>
    named('claim', send(call, url, itemReadApi.consoleClaimReadPost, form)),
}

const isReading = (name: string): name is Shown['of'] => Object.hasOwn(readings, name)

/** A press that shows answers with what is shown, on this page alone; any other press leads on. */
export async function queuePageAction(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData()
  const of = textOf(form, 'show')
  if (!isReading(of)) return queueAction(args)
  const answer = await readings[of](callOf(args.context, form), args.url, form)
  return 'refused' in answer
    ? stay(answer.refused, form)
    : data({ shown: answer.value, key: idempotencyKeyOf(form) })
}
