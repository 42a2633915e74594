import { actAdd } from '#portal/mypage/sim/act-add.ts'
import { AddConfirm } from '#portal/mypage/sim/add-confirm.tsx'
import { AddInput } from '#portal/mypage/sim/add-input.tsx'
import { addForm, keptAnswers } from '#portal/mypage/sim/kept-answers.ts'
import { loadAdd } from '#portal/mypage/sim/load-add.ts'
import { DoneSheet } from '#portal/mypage/flow/done.tsx'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import type { Route } from './+types/add.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const step = await loadAdd(callOf(context), url, await keptAnswers(request, addForm))
  return { keys: keysOf(context, url), ...step }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return actAdd(callOf(context, form), url, form, pageOf(context).origin)
}

const titles = {
  input: 'SIMの追加',
  confirm: 'SIMの追加の確認',
  done: 'SIMの追加の受付',
} as const

export const shouldRevalidate = revalidateAfterRefusal

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: titles[loaderData?.step ?? 'input'], noindex: true })
}

export default function SimAdd({ loaderData, actionData }: Route.ComponentProps) {
  const frame = { title: titles[loaderData.step], way: [contractPlace] }
  switch (loaderData.step) {
    case 'input':
      return (
        <Frame {...frame} step={0}>
          <AddInput
            {...loaderData}
            typed={{ ...loaderData.typed, ...actionData?.typed }}
            errors={actionData?.errors ?? loaderData.errors}
          />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame {...frame} step={1} printedAt={loaderData.asOf}>
          <AddConfirm {...loaderData} {...actionData} />
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
