import { redirect, type ActionFunctionArgs } from 'react-router'
import { simAnswers } from '#portal/mypage/sim/answers.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import { finish, notTaken, send, stay, type Order } from '#portal/mypage/flow/submit.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { errors } from '#protocol/errors.ts'

/** One of the SIM forms: what it orders, what 入力 asks of it, and the name under which its answers are kept. */
export type SimForm = {
  readonly order: Extract<Order, { readonly body: object }>
  readonly asked: readonly string[]
  readonly savedAs: (form: FormData) => string
}

/**
 * 入力 is posted, because an EID is in no address: the other answers go on in the address of 確認. There the order is
 * sent.
 */
export async function actOnSim({ context, request, url }: ActionFunctionArgs, sim: SimForm) {
  const posted = await request.formData()
  const form = forSize(posted)
  const { eid: _, ...shown } = answersOf(form, sim.asked)
  const keep = () =>
    simAnswers.keep(sim.savedAs(form), answersOf(form, sim.asked), pageOf(context).origin)
  const draft = textOf(form, 'draft')
  if (textOf(form, 'intent') === 'input') {
    const fields = sentencesFor(sim.order.body, form, sim.asked)
    if (Object.keys(fields).length > 0) return stay(notTaken(fields), posted)
    const next = inputAddress(url.pathname, { step: 'confirm', draft, ...shown })
    return redirect(next, { headers: await keep() })
  }
  const answer = await send(callOf(context, form), url, sim.order, form)
  if ('refused' in answer && answer.refused.code === TAKEN) {
    const back = inputAddress(url.pathname, { ...shown, draft, refused: TAKEN })
    return redirect(back, { headers: await keep() })
  }
  return finish(url, form, answer, await simAnswers.forget(pageOf(context).origin))
}

const TAKEN = 'EID_IN_USE'

/** The EID that 確認 was refused for is an error at its field, on 入力, where it can be mended. */
export const eidErrorIn = ({ searchParams }: URL): Readonly<Record<string, string>> =>
  searchParams.get('refused') === TAKEN ? { eid: errors[TAKEN].message } : {}

/** An EID that was typed before another form of the SIM was chosen is none of its answers. */
export function forSize<Given extends FormData | URLSearchParams>(given: Given): Given {
  if (given.get('size') !== 'esim') given.delete('eid')
  return given
}

const answersOf = (form: FormData, asked: readonly string[]) =>
  Object.fromEntries(
    Object.entries(typedIn(form)).filter(([name]) => [...asked, 'what'].includes(name)),
  )
