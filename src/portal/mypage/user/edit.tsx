import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { accountApi } from '#protocol/account.ts'
import { LinkList } from '#ui/card.tsx'
import { actOnEdit, type Edited } from './act.ts'
import { EditForm, ProofWanted } from './edit-form.tsx'
import { EditProgress, isUnderWay } from './edit-progress.tsx'
import { editPage, partOf, parts } from './parts.ts'
import { userPlace } from './user-place.ts'
import type { Route } from './+types/edit.ts'

/** A change under way comes first; then what was asked for, or what can be changed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [status, profile] = await Promise.all([
    ask(url, call(accountApi.userEditStatusGet)),
    ask(url, call(accountApi.userGet)),
  ])
  const isDone = url.searchParams.get('done') === status.orderNo && status.orderNo !== undefined
  return { status, profile, isDone, part: partOf(url), keys: keysOf(context, url) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return actOnEdit({ call: callOf(context, form), url, form, part: partOf(url) })
}

const TITLE = '登録情報の変更'

export function meta({ loaderData }: Route.MetaArgs) {
  const part = loaderData?.part
  return pageMeta({
    title: part === undefined ? TITLE : `${parts[part].label}の変更`,
    noindex: true,
  })
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { status, profile, isDone, part, keys } = loaderData
  const edited: Edited | undefined = actionData
  const isShown = isUnderWay(status) || isDone
  return (
    <Frame
      title={isShown || part === undefined ? TITLE : `${parts[part].label}の変更`}
      way={[userPlace]}
      step={isShown || part === undefined ? undefined : edited?.review === undefined ? 0 : 1}
    >
      {isShown ? (
        <EditProgress status={status} keys={keys} edited={edited} />
      ) : part === undefined ? (
        <LinkList entries={choices} />
      ) : status.needsSecondFactor && edited === undefined ? (
        <ProofWanted part={part} />
      ) : (
        <EditForm {...{ part, profile, keys, edited, status }} />
      )}
    </Frame>
  )
}

const choices = [
  { href: editPage('email'), label: 'メールアドレスを変更する' },
  { href: editPage('phone'), label: '電話番号を変更する' },
  { href: editPage('name'), label: '氏名を変更する' },
  { href: editPage('address'), label: '住所を変更する' },
]
