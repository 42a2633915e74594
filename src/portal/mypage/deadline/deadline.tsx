import { pages } from '#vocabulary/pages.ts'
import { CalendarSection } from '#portal/mypage/deadline/calendar.tsx'
import { DeadlineBoard } from '#portal/mypage/deadline/board.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { deadlineApi } from '#protocol/deadline.ts'
import type { Route } from './+types/deadline.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [{ deadlines, asOf }, link] = await Promise.all([
    ask(url, call(deadlineApi.deadlinesGet)),
    ask(url, call(deadlineApi.calendarLinkGet)),
  ])
  return { keys: keysOf(context, url), deadlines, asOf, link }
}

/** Makes, renews or removes the secret address. */
export const action = actions(
  { link: { endpoint: deadlineApi.calendarLinkPost, to: `${pages.deadlines}#calendar` } },
  'link',
)

const TITLE = '期限と予定'

export const meta = mypageMeta(TITLE)

export default function Deadlines({ loaderData, actionData }: Route.ComponentProps) {
  const { deadlines, asOf, link, keys } = loaderData
  return (
    <Frame title={TITLE} printedAt={asOf}>
      <DeadlineBoard deadlines={deadlines} asOf={asOf} />
      <CalendarSection link={link} keys={keys} {...actionData} />
    </Frame>
  )
}
