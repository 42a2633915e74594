import { textOf } from '#portal/mypage/flow/keys.ts'
import { sendParsed } from '#portal/mypage/flow/submit.ts'
import type { Sendable } from '#protocol/form.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { settle } from '#portal/mypage/shared/settle.ts'
import { topUpApi } from '#protocol/top-up.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { lineApi } from '#protocol/line.ts'
import { isAct, type DoneAct } from './asked.ts'

const endpoints: Readonly<Record<DoneAct, Sendable<unknown>>> = {
  speed: dataApi.highSpeedStatusPut,
  topup: topUpApi.highSpeedCouponPost,
  stop: lineApi.lineSuspensionPost,
  resume: lineApi.lineSuspensionDelete,
}

/** Carries out the one form of the page that was sent; whatever comes of it, the page shows it. */
export async function actOnLite(call: Call, form: FormData): Promise<Part<DoneAct>> {
  const intent = textOf(form, 'intent')
  if (!isAct(intent)) return unknown
  const sending = sendParsed(call, endpoints[intent], form)
  if ('refused' in sending) return unknown
  const done = await settle(sending.sent)
  return done.ok ? { ok: true, value: intent } : done
}

const unknown: Part<never> = {
  ok: false,
  failed: {
    code: 'VALIDATION_FAILED',
    message: '送信された内容を読み取れませんでした。もう一度お試しください。',
  },
}
