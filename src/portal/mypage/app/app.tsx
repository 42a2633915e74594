import { data } from 'react-router'
import { entranceTo } from '#portal/mypage/entrances.ts'
import { ask, statusOf } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { send } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { typedIn } from '#protocol/form.ts'
import { widgetApi } from '#protocol/widget.ts'
import { pages } from '#vocabulary/pages.ts'
import { Install } from './install.tsx'
import { StoreHere } from './store-here.tsx'
import { Widgets } from './widgets.tsx'
import type { Route } from './+types/app.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { widgets } = await ask(url, callOf(context)(widgetApi.widgetsGet))
  return { widgets, keys: keysOf(context, url) }
}

/** A card's address is in the answer to this press and nowhere else, so the page is shown without a redirect. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  const isRemoving = textOf(form, 'intent') === 'remove'
  const answer = isRemoving
    ? await send(call, url, widgetApi.widgetsDelete, form)
    : await send(call, url, widgetApi.widgetsPost, form)
  if ('refused' in answer)
    return data(
      { refused: answer.refused, typed: typedIn(form), made: undefined },
      { status: statusOf(answer.refused) },
    )
  const made = 'url' in answer.value ? answer.value.url : undefined
  return data({ refused: undefined, typed: {}, made })
}

const { label: title } = entranceTo(pages.app)

export const meta = mypageMeta(title)

export default function App({ loaderData, actionData }: Route.ComponentProps) {
  const { widgets, keys } = loaderData
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="保存できませんでした" />
      <Install />
      <StoreHere />
      <Widgets widgets={widgets} keys={keys} {...actionData} />
    </Frame>
  )
}
