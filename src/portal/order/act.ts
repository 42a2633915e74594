import { data, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router'
import { fillAddress, isFillingAddress } from '#portal/fields/fill-address.ts'
import { statusOf, type Attempted } from '#portal/mypage/flow/attempt.ts'
import { sentFields } from '#portal/mypage/flow/keep-press.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { notTaken } from '#portal/mypage/flow/submit.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationAnswers } from '#protocol/application-answers.ts'
import { applicationApi } from '#protocol/application.ts'
import { keepApplication } from '#protocol/conventions.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { parseGiven } from '#protocol/form.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { isSamePlace, onTo, pathOf, placeIn, type Place } from './places.ts'
import { stayedWith, type Stayed } from './stayed.ts'
import { press, throughLogin, type Pressed } from './through-login.ts'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'

type Act = Pressed & { place: Place; origin: string }

/** Every step's form: saved, and on to the next question. Nothing that was typed is put into an address. */
export async function actOnStep({ context, request, url, params }: ActionFunctionArgs) {
  const place = placeIn(params['*'] ?? '')
  if (place === undefined) throw data(null, { status: 404 })
  const form = await request.formData()
  const { origin } = pageOf(context)
  const act: Act = { call: callOf(context, form), url, form, place, origin }
  switch (place.step) {
    case 'account':
    case 'identity':
    case 'card':
      return visit(act, place.step)
    case 'confirm':
      return submit(act)
    default:
      return isFillingAddress(form) ? withAddress(act) : save(act, place.step)
  }
}

type GivenStep = keyof typeof applicationAnswers

async function save(act: Act, step: GivenStep) {
  const { call, url, form, place, origin } = act
  for (const name of ['birth', 'lastDay']) {
    const typed = textOf(form, name)
    if (typed !== '') form.set(name, typedDate(typed))
  }
  const parsed = parseGiven(applicationAnswers[step], form)
  if ('fields' in parsed) return stay(form, notTaken(withBirthSentence(parsed.fields)))
  const answer = await throughLogin(
    act,
    call(applicationApi.applicationPut, {
      body: parsed.value,
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  if ('refused' in answer) return stay(form, atItsField(step, answer.refused))
  const { secret, next } = answer.value
  const headers: HeadersInit =
    secret === undefined ? {} : { 'Set-Cookie': keepApplication(secret, origin) }
  if (parsed.value.step === 'number' && parsed.value.by === 'oneStop' && isSamePlace(next, place))
    return leave(form, await startOneStop(act, parsed.value.line), headers)
  return redirect(onTo(next, url), { headers })
}

/** Its number is typed here, the consent is given there: the step is done when one comes back with it. */
const startOneStop = (act: Act, line: number) =>
  throughLogin(
    act,
    act.call(applicationApi.applicationOneStopPost, {
      body: { line, back: `${pathOf(act.place)}?back=1` },
      idempotencyKey: `${idempotencyKeyOf(act.form)}.start`,
    }),
  ).then(startOf)

/** To the pages of others, where one's identity is shown and the card is typed. */
async function visit(act: Act, step: 'account' | 'identity' | 'card') {
  const { form, place } = act
  form.set('back', step === 'card' ? pathOf(place) : `${pathOf(place)}?back=1`)
  if (step === 'card') {
    const answer = await press(act, applicationApi.applicationCardPost)
    return leave(form, 'value' in answer ? { value: answer.value.updateUrl } : answer)
  }
  if (step === 'identity')
    return leave(form, startOf(await press(act, applicationApi.applicationIdentityPost)))
  return redirect(orderPages.apply)
}

const startOf = (answer: Attempted<{ readonly startUrl: string }>): Attempted<string> =>
  'value' in answer ? { value: answer.value.startUrl } : answer

const leave = (form: FormData, answer: Attempted<string>, headers: HeadersInit = {}) =>
  'value' in answer ? redirectDocument(answer.value, { headers }) : stay(form, answer.refused)

/** What has moved since 最終確認 was shown: it is shown anew, and nothing has been ordered. */
const moved: readonly ErrorCode[] = ['CONDITIONS_CHANGED', 'TERMS_OUTDATED', 'APPLICATION_CHANGED']

async function submit(act: Act) {
  const { form, origin } = act
  const answer = await press(act, applicationApi.applicationSubmitPost)
  // From now on it is the account's: this browser may begin another when it is over.
  if ('value' in answer)
    return redirect(orderPages.done, { headers: { 'Set-Cookie': keepApplication('', origin) } })
  const { refused } = answer
  if (moved.includes(refused.code)) return redirect(`${pathOf({ step: 'confirm' })}?note=changed`)
  if (refused.code === 'APPLICATION_INCOMPLETE') return redirect(orderPages.apply)
  return stay(form, refused)
}

async function withAddress({ call, form }: Act) {
  const { typed, towns, fields } = await fillAddress(call, form)
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
