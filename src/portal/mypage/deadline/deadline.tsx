import { CalendarSection } from '#portal/mypage/deadline/calendar.tsx'
import { DeadlineBoard } from '#portal/mypage/deadline/board.tsx'
import { ask, attempt, statusOf } from '#portal/mypage/flow/attempt.ts'
import { stay } from '#portal/mypage/flow/finish.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { idempotencyKeyOf, keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { redirect } from 'react-router'
import { deadlineApi } from '#protocol/deadline.ts'
import type { Route } from './+types/deadline.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [{ deadlines, asOf }, link] = await Promise.all([
    ask(url, call(deadlineApi.deadlinesGet)),
    ask(url, call(deadlineApi.calendarLinkGet)),
  ])
  return { keys: keysOf(context, url), deadlines, asOf, link }
}

/** Makes, renews or removes the secret address. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const changed = callOf(context, form)(deadlineApi.calendarLinkPost, {
    body: { action: textOf(form, 'intent') === 'remove' ? 'remove' : 'renew' },
    idempotencyKey: idempotencyKeyOf(form),
  })
  const answer = await attempt(url, changed)
  if ('refused' in answer) return stay({ refused: answer.refused }, statusOf(answer.refused))
  return redirect(`${url.pathname}#calendar`)
}

const TITLE = '期限と予定'

export function meta() {
  return pageMeta({ title: TITLE, noindex: true })
}

export default function Deadlines({ loaderData, actionData }: Route.ComponentProps) {
  const { deadlines, asOf, link, keys } = loaderData
  return (
    <Frame title={TITLE} printedAt={asOf}>
      <DeadlineBoard deadlines={deadlines} asOf={asOf} />
      <CalendarSection link={link} keys={keys} {...actionData} />
    </Frame>
  )
}
