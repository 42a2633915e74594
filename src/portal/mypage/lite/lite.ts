import { redirect } from 'react-router'
import { isAfterLostPress } from '#portal/mypage/flow/address.ts'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { type DoneAct, isAct, path, readAsked } from './asked.ts'
import { renderLite } from './render.tsx'
import type { Route } from './+types/lite.ts'
import { sendParsed } from '#portal/mypage/flow/submit.ts'
import type { Sendable } from '#protocol/form.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { topUpApi } from '#protocol/top-up.ts'
import { dataApi } from '#protocol/data.ts'
import type { Call } from '#protocol/http.ts'
import { lineApi } from '#protocol/line.ts'

const endpoints: Readonly<Record<DoneAct, Sendable<unknown>>> = {
  speed: dataApi.highSpeedStatusPut,
  topup: topUpApi.highSpeedCouponPost,
  stop: lineApi.lineSuspensionPost,
  resume: lineApi.lineSuspensionDelete,
}

/** Carries out the one form of the page that was sent; whatever comes of it, the page shows it. */
async function actOnLite(call: Call, form: FormData): Promise<Part<DoneAct>> {
  const intent = textOf(form, 'intent')
  if (!isAct(intent)) return unknown
  const sending = sendParsed(call, endpoints[intent], form)
  if ('refused' in sending) return unknown
  const done = await attempt(sending.sent)
  return done.ok ? { ok: true, value: intent } : done
}

const unknown: Part<never> = {
  ok: false,
  failed: {
    code: 'VALIDATION_FAILED',
    message: '送信された内容を読み取れませんでした。もう一度お試しください。',
  },
}

/**
 * My page for a throttled phone: one answer of a few kilobytes, no script and no file beside it. A resource route, since
 * the application's document would bring its style and script along.
 */
export function loader({ context, url }: Route.LoaderArgs) {
  return renderLite({
    page: pageOf(context),
    call: callOf(context),
    asked: readAsked(url),
    keys: keysOf(context, url),
    isPressLost: isAfterLostPress(url),
  })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  const done = await actOnLite(call, form)
  if (done.ok) return redirect(`${path}?done=${done.value}`, 303)
  return renderLite({
    page: pageOf(context),
    call,
    asked: { view: 'main', done: undefined },
    keys: keysOf(context, url),
    refused: done.failed,
    status: statusOf(done.failed),
  })
}
