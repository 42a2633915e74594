import { redirect } from 'react-router'
import { reasons, type What } from '#portal/mypage/sim/change-choices.ts'
import { eidFault, kinds, plainEid, sizes } from '#portal/mypage/sim/choices.ts'
import { changeForm, forgetAnswers, keepAnswers } from '#portal/mypage/sim/kept-answers.ts'
import { changeQuestionsOf, whatOf } from '#portal/mypage/sim/load-change.ts'
import { backToEid } from '#portal/mypage/sim/refused-eid.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { oneOf, readDraft } from '#portal/mypage/flow/draft.ts'
import { finish, isAgreed, notAgreed, retype } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { simApi } from '#protocol/sim.ts'

export async function actChange(call: Call, url: URL, form: FormData, origin: string) {
  const what = whatOf(textOf(form, 'what')) ?? 'reissue'
  if (textOf(form, 'intent') === 'input') return goOn(url, form, what, origin)
  if (!isAgreed(form)) return notAgreed()
  const answer = await attempt(url, order(call, form, what))
  if ('refused' in answer) {
    const { typed } = readDraft(form, changeQuestionsOf(what))
    const typedIn = {
      form: changeForm(what, typed.lineId),
      answers: { ...typed, what, eid: textOf(form, 'eid') },
      draft: textOf(form, 'draft'),
    }
    const back = await backToEid(answer.refused, url.pathname, typedIn, origin)
    if (back) return back
  }
  return finish(url, answer, await forgetAnswers(origin))
}

/** 入力 is posted, because an EID stands in no address; the answers go on in the address of 確認. */
async function goOn(url: URL, form: FormData, what: What, origin: string) {
  const { typed, errors } = readDraft(form, changeQuestionsOf(what))
  const typedEid = textOf(form, 'eid')
  const eid = plainEid(typedEid)
  const fault = eidFault(typed.size, eid)
  if (fault !== undefined || Object.keys(errors).length > 0)
    return retype(
      { ...typed, eid: typedEid },
      { ...errors, ...(fault !== undefined && { eid: fault }) },
    )
  const search = new URLSearchParams({
    step: 'confirm',
    what,
    draft: textOf(form, 'draft'),
    ...typed,
  })
  return redirect(`${url.pathname}?${search}`, {
    headers: await keepAnswers(
      changeForm(what, typed.lineId),
      { ...typed, eid: typed.size === 'esim' ? eid : '' },
      origin,
    ),
  })
}

function order(call: Call, form: FormData, what: What) {
  const eid = textOf(form, 'eid')
  const switchAt = textOf(form, 'switchAt')
  const wanted = {
    conditions: textOf(form, 'conditions'),
    lineId: textOf(form, 'lineId'),
    size: oneOf(sizes, textOf(form, 'size')) ?? 'nano',
    ...(eid && { eid }),
    ...(switchAt && { switchAt }),
  }
  const idempotencyKey = idempotencyKeyOf(form)
  return what === 'kind'
    ? call(simApi.simChangeTypeRegisterPost, {
        body: { ...wanted, kind: oneOf(kinds, textOf(form, 'kind')) ?? 'data', agreed: true },
        idempotencyKey,
      })
    : call(simApi.simChangeSizeRegisterPost, {
        body: { ...wanted, reason: oneOf(reasons, textOf(form, 'reason')) ?? 'modelChange' },
        idempotencyKey,
      })
}
