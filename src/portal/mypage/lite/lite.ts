import { redirect } from 'react-router'
import { isAfterLostPress } from '#portal/mypage/flow/address.ts'
import { statusOf } from '#portal/mypage/flow/attempt.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { actOnLite } from './submit.ts'
import { path, readAsked } from './asked.ts'
import { renderLite } from './render.tsx'
import type { Route } from './+types/lite.ts'

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
