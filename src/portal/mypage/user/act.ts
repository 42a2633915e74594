import { pages, withQuery } from '#vocabulary/pages.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { data, redirect, redirectDocument } from 'react-router'
import { attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { notTaken, send } from '#portal/mypage/flow/submit.ts'
import { accountApi, typedProfile } from '#protocol/account.ts'
import { parseGiven, typedIn } from '#protocol/form.ts'
import { ApiError, type Call } from '#protocol/http.ts'
import { identityApi } from '#protocol/identity.ts'
import type { PartName } from './parts.ts'
import { fillAddress, isFillingAddress, townsOf } from '#portal/fields/fill-address.ts'
import type { Town } from '#portal/fields/with-town.ts'

// Apart from the parts themselves, which screens name: only the server parses, and no browser needs the schemas.

/** The wire's own schema of the part: on its form every field has to be filled. */
const schemas = {
  email: typedProfile.pick({ email: true }),
  phone: typedProfile.pick({ phone: true }),
  name: typedProfile.pick({
    lastName: true,
    firstName: true,
    lastNameKana: true,
    firstNameKana: true,
  }),
  address: typedProfile.pick({ zipCode: true, region: true, locality: true, street: true }),
}

/** What an edit's page goes on with: the form as it was typed, or 確認 of it. */
export type Edited = {
  readonly typed: Readonly<Record<string, string>>
  readonly refused?: Refusal<ErrorCode> | undefined
  readonly towns?: readonly Town[] | undefined
  /** Parsed and ready to be sent. */
  readonly review?: Readonly<Record<string, string>> | undefined
  readonly needsLogin?: boolean
}

type Act = { call: Call; url: URL; form: FormData; part: PartName | undefined }

/** Every form of the page, told apart by `intent`. Nothing personal is put into an address. */
export async function actOnEdit({ call, url, form, part }: Act) {
  const intent = textOf(form, 'intent')
  if (intent === 'identity') {
    const answer = await send(call, url, identityApi.identityCheckPost, form)
    return 'value' in answer ? redirectDocument(answer.value.startUrl) : stay(form, answer.refused)
  }
  if (intent === 'confirm') return confirmCodes(call, url, form)
  if (intent === 'resend' || intent === 'withdraw')
    return change(call, url, form, bodyOf(intent, form))
  if (part === undefined) return redirect(pages.user)
  if (isFillingAddress(form)) return withAddress(call, form)
  if (intent === 'back') return data<Edited>({ typed: typedIn(form) })
  const parsed = parseGiven(schemas[part], form)
  if ('fields' in parsed) return stay(form, notTaken(parsed.fields))
  if (intent !== 'submit')
    return data<Edited>({ typed: typedIn(form), review: { ...parsed.value } })
  return change(call, url, form, { step: 'submit', changes: parsed.value })
}

type Body = Parameters<typeof accountApi.userEditRegisterPost.body.parse>[0]

function bodyOf(step: 'resend' | 'withdraw', form: FormData): Body {
  return step === 'withdraw' ? { step } : { step, which: textOf(form, 'which') }
}

/** Every code that was typed, one after the other; with none typed, the first that is awaited says so. */
async function confirmCodes(call: Call, url: URL, form: FormData) {
  const awaited = form.getAll('awaited').map(String)
  const typed = awaited.filter((which) => textOf(form, `code-${which}`).trim() !== '')
  let answer: Awaited<ReturnType<typeof change>> | undefined
  for (const which of typed.length === 0 ? awaited.slice(0, 1) : typed) {
    const code = textOf(form, `code-${which}`)
    answer = await change(call, url, form, { step: 'confirm', which, code }, which)
    if (!(answer instanceof Response)) return answer
  }
  return answer ?? redirect(pages.userEdit)
}

/** @param which the code it is about: what is said of it stands at its field, and it is a change of its own. */
async function change(call: Call, url: URL, form: FormData, body: Body, which?: string) {
  const parsed = accountApi.userEditRegisterPost.body.safeParse(body)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(({ message }) => message)
    return stay(form, notTaken({ [`code-${which ?? ''}`]: sentences }))
  }
  const key = idempotencyKeyOf(form)
  const sent = call(accountApi.userEditRegisterPost, {
    body: parsed.data,
    idempotencyKey: which === undefined ? key : `${key}.${which}`,
  }).catch(keepTyped)
  const answer = await attempt(url, sent)
  if ('refused' in answer) return stay(form, which ? atCode(answer.refused, which) : answer.refused)
  if (answer.value === undefined)
    return data<Edited>({ typed: typedIn(form), needsLogin: true }, { status: 403 })
  return redirect(withQuery(pages.userEdit, { done: answer.value.orderNo }))
}

/** What is wrong with a code that can be typed again is said at its field. */
function atCode(refused: Refusal<ErrorCode>, which: string): Refusal<ErrorCode> {
  return ['CODE_WRONG', 'CODE_EXPIRED'].includes(refused.code) || refused.fields !== undefined
    ? { ...refused, fields: { [`code-${which}`]: [refused.message ?? ''] } }
    : refused
}

/** What was typed is too much to type again: the login is asked for beside it. */
function keepTyped(error: unknown): undefined {
  if (error instanceof ApiError && error.failure?.code === 'SECOND_FACTOR_REQUIRED')
    return undefined
  throw error
}

async function withAddress(call: Call, form: FormData) {
  const { typed, towns, fields } = await fillAddress(form, (zipcode) => townsOf(call, zipcode))
  return fields === undefined ? data<Edited>({ typed, towns }) : stay(form, notTaken(fields))
}

const stay = (form: FormData, refused: Refusal<ErrorCode> | undefined) =>
  data<Edited>({ typed: typedIn(form), refused }, { status: refused ? statusOf(refused) : 200 })
