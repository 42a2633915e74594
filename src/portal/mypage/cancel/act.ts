import { attempt } from '#portal/mypage/flow/attempt.ts'
import { finish, isAgreed, notAgreed } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Call } from '#protocol/http.ts'

/** Books the cancellation that was confirmed, or undoes one. */
export async function act(call: Call, url: URL, form: FormData) {
  if (textOf(form, 'intent') === 'undo') return finish(url, await attempt(url, undo(call, form)))
  if (!isAgreed(form)) return notAgreed()
  return finish(url, await attempt(url, reserve(call, form)))
}

function reserve(call: Call, form: FormData) {
  const lineIds = form.getAll('lineIds').filter((value) => typeof value === 'string')
  return call(cancellationApi.simCancelReservePost, {
    body: {
      conditions: textOf(form, 'conditions'),
      agreed: true,
      ...(lineIds.length > 0 && { lineIds }),
    },
    idempotencyKey: idempotencyKeyOf(form),
  })
}

function undo(call: Call, form: FormData) {
  return call(cancellationApi.simCancelResetPost, {
    body: { orderNo: textOf(form, 'orderNo') },
    idempotencyKey: idempotencyKeyOf(form),
  })
}
