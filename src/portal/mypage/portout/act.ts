import { attempt } from '#portal/mypage/flow/attempt.ts'
import { finish, isAgreed, notAgreed } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { portOutApi } from '#protocol/port-out.ts'

/** Orders the reservation number of the line that was confirmed. */
export async function act(call: Call, url: URL, form: FormData) {
  if (!isAgreed(form)) return notAgreed()
  const answer = await attempt(
    url,
    call(portOutApi.portOutIssuanceRequestPost, {
      body: {
        conditions: textOf(form, 'conditions'),
        lineId: textOf(form, 'lineId'),
        agreed: true,
      },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  return finish(url, 'value' in answer ? { value: { orderNo: answer.value.requestNo } } : answer)
}
