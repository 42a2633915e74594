import { redirect } from 'react-router'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { finish } from '#portal/mypage/flow/finish.ts'
import { idempotencyKeyOf, textOf } from '#portal/mypage/flow/keys.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { packIdOf } from '#portal/mypage/shared/pack-id.ts'

/** Buys the pack that was confirmed, at the price that was shown; then to 完了, which is a page of its own. */
export async function act(call: Call, url: URL, form: FormData) {
  const packId = packIdOf(form)
  if (packId === undefined) return redirect(`${url.pathname}?step=confirm`)
  const answer = await attempt(
    url,
    call(dataApi.highSpeedCouponPost, {
      body: { packId, priceYen: Number(textOf(form, 'priceYen')) },
      idempotencyKey: idempotencyKeyOf(form),
    }),
  )
  return finish(
    url,
    'value' in answer ? { value: { orderNo: answer.value.receipt.orderNo } } : answer,
  )
}
