import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { accountApi } from '#protocol/account.ts'
import { LinkList } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import { actOnEdit, type Edited } from './act.ts'
import { EditForm, ProofWanted } from './edit-form.tsx'
import { EditProgress, isUnderWay, type EditStatus } from './edit-progress.tsx'
import { editPage, partOf, parts, type PartName } from './parts.ts'
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
const titleOf = (part: PartName) => `${parts[part].label}の変更`

export function meta({ loaderData }: Route.MetaArgs) {
  const part = loaderData?.part
  return pageMeta({
    title: part === undefined ? TITLE : titleOf(part),
    noindex: true,
  })
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { status, profile, isDone, part, keys } = loaderData
  const edited: Edited | undefined = actionData
  const isShown = isUnderWay(status) || isDone
  return (
    <Frame
      title={isDone ? `${TITLE}の受付` : isShown || part === undefined ? TITLE : titleOf(part)}
      way={[pages.user]}
      step={stepOf({
        isShown,
        isDone,
        isOpen: isUnderWay(status),
        isChosen: part !== undefined,
        edited,
      })}
    >
      {isShown ? (
        <>
          <OtherFirst part={isDone ? undefined : part} status={status} />
          <EditProgress status={status} keys={keys} edited={edited} />
        </>
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

/** 入力 → 確認 → 完了; what is looked at later is no step. */
function stepOf(at: {
  readonly isShown: boolean
  readonly isDone: boolean
  /** Codes or documents are still awaited. */
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly edited: Edited | undefined
}) {
  if (at.isDone && !at.isOpen) return 2
  if (at.isShown || !at.isChosen) return undefined
  return at.edited?.review === undefined ? 0 : 1
}

/** One change is open at a time: who comes for another is told why it is not here. */
function OtherFirst({ part, status }: { part: PartName | undefined; status: EditStatus }) {
  if (part === undefined || !isUnderWay(status)) return null
  const under = status.changes.map(({ label }) => label).join('・')
  const isSame = parts[part].fields.some((field) =>
    status.changes.some(({ label }) => label === profileFieldLabels[field]),
  )
  if (isSame) return null
  return (
    <Notice tone="warning" title={`${parts[part].label}は、いま変更できません`}>
      先にお申し込みの「{under}
      」の変更が終わると、変更できます。下でお手続きを済ませるか、取り下げてください。
    </Notice>
  )
}

const choices = [
  { href: editPage('email'), label: 'メールアドレスを変更する' },
  { href: editPage('phone'), label: '電話番号を変更する' },
  { href: editPage('name'), label: '氏名を変更する' },
  { href: editPage('address'), label: '住所を変更する' },
]
