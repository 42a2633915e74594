import { data, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router'
import {
  fillAddress,
  isFillingAddress,
  townsOf,
  type TownLookUp,
} from '#portal/fields/fill-address.ts'
import { attempt, statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { sentFields } from '#portal/mypage/flow/keep-press.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { notTaken, sendParsed } from '#portal/mypage/flow/submit.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationAnswers } from '#protocol/application-answers.ts'
import { applicationApi } from '#protocol/application.ts'
import { keepApplication } from '#protocol/conventions.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { parseGiven, type Sendable } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { isSamePlace, onTo, pathOf, placeIn, type Place } from './places.ts'
import { stayedWith, type Stayed } from './stayed.ts'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'

/** A step's form, and where it was sent. */
type Step = { readonly url: URL; readonly form: FormData; readonly place: Place }

/** Every step's form: saved, and on to the next question. Nothing that was typed is put into an address. */
export async function actOnStep({ context, request, url, params }: ActionFunctionArgs) {
  const place = placeIn(params['*'] ?? '')
  if (place === undefined) throw data(null, { status: 404 })
  const form = await request.formData()
  const { origin } = pageOf(context)
  const call = callOf(context, form)
  const step = { url, form, place }
  switch (place.step) {
    case 'account':
      return redirect(orderPages.apply)
    case 'identity':
      return showIdentity(call, step)
    case 'card':
      return enterCard(call, step)
    case 'confirm':
      return submit(call, step, origin)
    default:
      return isFillingAddress(form)
        ? withAddress(form, (zipcode) => townsOf(call, zipcode))
        : save(call, { ...step, name: place.step }, origin)
  }
}

type GivenStep = keyof typeof applicationAnswers

async function save(call: Call, step: Step & { readonly name: GivenStep }, origin: string) {
  const { url, form, place, name } = step
  for (const date of ['birth', 'lastDay']) {
    const typed = textOf(form, date)
    if (typed !== '') form.set(date, typedDate(typed))
  }
  const parsed = parseGiven(applicationAnswers[name], form)
  if ('fields' in parsed) return stay(form, notTaken(withBirthSentence(parsed.fields)))
  const answer = await throughLogin(
    call,
    step,
    call(applicationApi.applicationPut, {
      body: parsed.value,
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return stay(form, atItsField(name, answer.refused))
  const { secret, next } = answer.value
  const headers: HeadersInit =
    secret === undefined ? {} : { 'Set-Cookie': keepApplication(secret, origin) }
  if (parsed.value.step === 'number' && parsed.value.by === 'oneStop' && isSamePlace(next, place))
    return leave(form, startOf(await startOneStop(call, step, parsed.value.line)), headers)
  return redirect(onTo(next, url), { headers })
}

/** Its number is typed here, the consent is given there: the step is done when one comes back with it. */
const startOneStop = (call: Call, step: Step, line: number) =>
  throughLogin(
    call,
    step,
    call(applicationApi.applicationOneStopPost, {
      body: { line, back: `${pathOf(step.place)}?back=1` },
      idempotencyKey: `${idempotencyKeyOf(step.form)}.start`,
    }),
  )

/** To the pages of others, where one's identity is shown. */
async function showIdentity(call: Call, step: Step) {
  step.form.set('back', `${pathOf(step.place)}?back=1`)
  return leave(step.form, startOf(await press(call, step, applicationApi.applicationIdentityPost)))
}

/** To the processor's page, where the card is typed. */
async function enterCard(call: Call, step: Step) {
  step.form.set('back', pathOf(step.place))
  const answer = await press(call, step, applicationApi.applicationCardPost)
  return leave(step.form, 'value' in answer ? { value: answer.value.updateUrl } : answer)
}

const startOf = (answer: Attempted<{ readonly startUrl: string }>): Attempted<string> =>
  'value' in answer ? { value: answer.value.startUrl } : answer

const leave = (form: FormData, answer: Attempted<string>, headers: HeadersInit = {}) =>
  'value' in answer ? redirectDocument(answer.value, { headers }) : stay(form, answer.refused)

/** What has moved since 最終確認 was shown: it is shown anew, and nothing has been ordered. */
const moved: readonly ErrorCode[] = ['CONDITIONS_CHANGED', 'TERMS_OUTDATED', 'APPLICATION_CHANGED']

async function submit(call: Call, step: Step, origin: string) {
  const answer = await press(call, step, applicationApi.applicationSubmitPost)
  // From now on it is the account's: this browser may begin another when it is over.
  if ('value' in answer)
    return redirect(orderPages.done, { headers: { 'Set-Cookie': keepApplication('', origin) } })
  const { refused } = answer
  if (moved.includes(refused.code)) return redirect(`${pathOf({ step: 'confirm' })}?note=changed`)
  if (refused.code === 'APPLICATION_INCOMPLETE') return redirect(orderPages.apply)
  return stay(step.form, refused)
}

/** Sends the form of a step by the endpoint's own schema. */
async function press<Value>(
  call: Call,
  step: Step,
  endpoint: Sendable<Value>,
): Promise<Attempted<Value>> {
  const sent = sendParsed(call, endpoint, step.form)
  return 'refused' in sent ? sent : throughLogin(call, step, sent.sent)
}

/**
 * An application is its account's, and nothing is written to it without the login. Where that has ended, what was typed
 * waits and leads through the login back to its step, where it goes on by itself. What cannot wait (no application is
 * known here) stays in its form.
 */
const throughLogin = <Value>(call: Call, { url, form }: Step, sent: Promise<Value>) =>
  attempt(url, sent, { call, form }, applicationApi.applicationPressPost)

async function withAddress(form: FormData, lookUp: TownLookUp) {
  const { typed, towns, fields } = await fillAddress(form, lookUp)
  if (fields !== undefined) return stay(form, notTaken(fields))
  return data<Stayed>({ typed, towns, ticked: [] })
}

/** A rule that speaks of one field is said beside it. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  PLAN_NOT_SHAREABLE: 'plan',
  PLAN_NOT_ON_SALE: 'plan',
  LINE_LIMIT_REACHED: 'lines',
  HOLDER_UNDER_AGE: 'birth',
  NUMBER_NOT_PORTABLE: 'by',
  NUMBER_REPEATED: 'number',
  EID_REPEATED: 'eid',
  PORT_IN_EXPIRES_SOON: 'lastDay',
  HANDOVER_UNKNOWN: 'handoverNo',
  HANDOVER_ALONE: 'by',
  OPTION_NOT_FOR_LINE_KIND: 'options',
  OPTION_EXCLUDED: 'options',
}

function atItsField(step: GivenStep, refused: Refusal<ErrorCode>): Refusal<ErrorCode> {
  const field = fieldOf[refused.code]
  if (field === undefined || !Object.hasOwn(applicationAnswers[step].shape, field)) return refused
  return notTaken({ [field]: [refused.message ?? ''] })
}

const stay = (form: FormData, refused: Refusal<ErrorCode>) =>
  data<Stayed>(
    {
      ...stayedWith(sentFields(form)),
      refused,
    },
    { status: statusOf(refused) },
  )
