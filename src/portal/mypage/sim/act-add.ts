import { redirect } from 'react-router'
import { eidFault, kinds, plainEid, sizes } from '#portal/mypage/sim/choices.ts'
import { addForm, forgetAnswers, keepAnswers } from '#portal/mypage/sim/kept-answers.ts'
import { addQuestions } from '#portal/mypage/sim/load-add.ts'
import { backToEid } from '#portal/mypage/sim/refused-eid.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { oneOf, readDraft } from '#portal/mypage/flow/draft.ts'
import { finish, isAgreed, notAgreed, retype } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { simApi } from '#protocol/sim.ts'

export async function actAdd(call: Call, url: URL, form: FormData, origin: string) {
  if (textOf(form, 'intent') === 'input') return goOn(url, form, origin)
  return isAgreed(form) ? order(call, url, form, origin) : notAgreed()
}

/** 入力 is posted, because an EID stands in no address; the answers go on in the address of 確認. */
async function goOn(url: URL, form: FormData, origin: string) {
  const { typed, errors } = readDraft(form, addQuestions)
  const typedEid = textOf(form, 'eid')
  const eid = plainEid(typedEid)
  const fault = eidFault(typed.size, eid)
  if (fault !== undefined || Object.keys(errors).length > 0)
    return retype(
      { ...typed, eid: typedEid },
      { ...errors, ...(fault !== undefined && { eid: fault }) },
    )
  const search = new URLSearchParams({ step: 'confirm', draft: textOf(form, 'draft'), ...typed })
  return redirect(`${url.pathname}?${search}`, {
    headers: await keepAnswers(
      addForm,
      { ...typed, eid: typed.size === 'esim' ? eid : '' },
      origin,
    ),
  })
}

async function order(call: Call, url: URL, form: FormData, origin: string) {
  const eid = textOf(form, 'eid')
  const nickname = textOf(form, 'nickname')
  const posted = call(simApi.simAddPost, {
    body: {
      conditions: textOf(form, 'conditions'),
      kind: oneOf(kinds, textOf(form, 'kind')) ?? 'data',
      size: oneOf(sizes, textOf(form, 'size')) ?? 'nano',
      ...(eid && { eid }),
      ...(nickname && { nickname }),
      termsVersion: textOf(form, 'termsVersion'),
      agreed: true,
    },
    idempotencyKey: idempotencyKeyOf(form),
  })
  const answer = await attempt(url, posted)
  if ('refused' in answer) {
    const { typed } = readDraft(form, addQuestions)
    const typedIn = { form: addForm, answers: { ...typed, eid }, draft: textOf(form, 'draft') }
    const back = await backToEid(answer.refused, url.pathname, typedIn, origin)
    if (back) return back
  }
  return finish(url, answer, await forgetAnswers(origin))
}
