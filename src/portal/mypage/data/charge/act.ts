import { data, redirect } from 'react-router'
import { againAddress, doneAddress } from '#portal/mypage/flow/address.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
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
  if ('value' in answer) {
    const { receipt, bucket } = answer.value
    return redirect(`${doneAddress(url.pathname, receipt.orderNo)}&bucket=${bucket.bucketId}`)
  }
  const { refused } = answer
  if (refused.code === 'CONDITIONS_CHANGED') return redirect(againAddress(url, 'changed'))
  return data({ refused }, { status: refused.httpStatus })
}
