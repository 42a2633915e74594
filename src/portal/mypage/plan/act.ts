import { data, redirect } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { planSizeApi } from '#protocol/plan-size.ts'

/** Books the size that was confirmed, or undoes the booking; then to 完了, which is a page of its own. */
export async function act(call: Call, url: URL, form: FormData) {
  const answer = await attempt(
    url,
    textOf(form, 'intent') === 'undo' ? undo(call, form) : register(call, form),
  )
  if ('value' in answer) return redirect(doneAddress(url.pathname, answer.value.orderNo))
  const { refused } = answer
  // The cut-off passed between 確認 and the press: the new date is shown, and nothing has been booked.
  if (refused.code === 'CONDITIONS_CHANGED' || refused.code === 'CUT_OFF_PASSED')
    return redirect(againAddress(url, 'changed'))
  return data({ refused }, { status: refused.httpStatus })
}

function register(call: Call, form: FormData) {
  return call(planSizeApi.couponRegisterPost, {
    body: {
      conditions: textOf(form, 'conditions'),
      plan: Number(textOf(form, 'plan')),
      effectiveOn: textOf(form, 'effectiveOn'),
    },
    idempotencyKey: idempotencyKeyOf(form),
  })
}

function undo(call: Call, form: FormData) {
  return call(planSizeApi.couponCancelPost, {
    body: { orderNo: textOf(form, 'orderNo') },
    idempotencyKey: idempotencyKeyOf(form),
  })
}
