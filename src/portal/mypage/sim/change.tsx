import { actChange } from '#portal/mypage/sim/act-change.ts'
import { whatTitles } from '#portal/mypage/sim/change-choices.ts'
import { ChangeChoice } from '#portal/mypage/sim/change-choice.tsx'
import { ChangeConfirm } from '#portal/mypage/sim/change-confirm.tsx'
import { ChangeInput } from '#portal/mypage/sim/change-input.tsx'
import { changeForm, keptAnswers } from '#portal/mypage/sim/kept-answers.ts'
import { loadChange } from '#portal/mypage/sim/load-change.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import type { Route } from './+types/change.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const form = changeForm(searchParams.get('what') ?? '', searchParams.get('lineId') ?? '')
  const step = await loadChange(callOf(context), url, await keptAnswers(request, form))
  return { keys: keysOf(context, url), ...step }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return actChange(callOf(context, form), url, form, pageOf(context).origin)
}

type Loaded = Route.ComponentProps['loaderData']

function titleOf(loaded: Loaded): string {
  switch (loaded.step) {
    case 'choice':
      return 'SIMの変更・再発行'
    case 'input':
      return whatTitles[loaded.what]
    case 'confirm':
      return `${whatTitles[loaded.what]}の確認`
    case 'done':
      return `${loaded.done.receipt.title}の受付`
  }
}

export const shouldRevalidate = revalidateAfterRefusal

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData ? titleOf(loaderData) : 'SIMの変更・再発行', noindex: true })
}

export default function SimChange({ loaderData, actionData }: Route.ComponentProps) {
  const frame = { title: titleOf(loaderData), way: [contractPlace] }
  switch (loaderData.step) {
    case 'choice':
      return (
        <Frame {...frame}>
          <ChangeChoice {...loaderData} />
        </Frame>
      )
    case 'input':
      return (
        <Frame {...frame} step={0}>
          <ChangeInput
            {...loaderData}
            typed={{ ...loaderData.typed, ...actionData?.typed }}
            errors={actionData?.errors ?? loaderData.errors}
          />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame {...frame} step={1} printedAt={loaderData.asOf}>
          <ChangeConfirm {...loaderData} {...actionData} />
        </Frame>
      )
    case 'done':
      return (
        <Frame {...frame} step={2} printedAt={loaderData.done.receipt.acceptedAt}>
          <DoneSheet done={loaderData.done} />
        </Frame>
      )
  }
}
