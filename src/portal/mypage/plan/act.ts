import { attempt } from '#portal/mypage/flow/attempt.ts'
import { finish } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { planSizeApi } from '#protocol/plan-size.ts'

/** Books the size that was confirmed, or undoes the booking. */
export async function act(call: Call, url: URL, form: FormData) {
  const isUndo = textOf(form, 'intent') === 'undo'
  return finish(url, await attempt(url, isUndo ? undo(call, form) : register(call, form)))
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
