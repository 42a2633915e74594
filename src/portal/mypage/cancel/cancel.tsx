import { act } from '#portal/mypage/cancel/act.ts'
import { CancelConfirm, CancelUndo } from '#portal/mypage/cancel/confirm.tsx'
import { CancelInput } from '#portal/mypage/cancel/input.tsx'
import { loadStep } from '#portal/mypage/cancel/load.ts'
import { doneFrame, DoneSheet, isTakenBack, undoSteps } from '#portal/mypage/flow/done.tsx'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/cancel.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadStep(callOf(context), url)) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return act(callOf(context, form), url, form)
}

export const shouldRevalidate = revalidateAfterRefusal

const titles = {
  input: '解約・転出',
  confirm: '解約の確認',
  undo: '解約予約の取り消し',
  done: '解約の受付',
} as const

export function meta({ loaderData }: Route.MetaArgs) {
  const step = loaderData?.step ?? 'input'
  const isOfUndone = loaderData?.step === 'done' && isTakenBack(loaderData.done)
  return pageMeta({ title: isOfUndone ? titles.undo : titles[step], noindex: true })
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const frame = { title: titles[loaderData.step], way: [contractPlace] }
  switch (loaderData.step) {
    case 'input':
      return (
        <Frame {...frame} step={0}>
          <CancelInput {...loaderData} />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame {...frame} step={1} printedAt={loaderData.asOf}>
          <CancelConfirm {...loaderData} {...actionData} />
        </Frame>
      )
    case 'undo':
      return (
        <Frame {...frame} step={0} steps={undoSteps}>
          <CancelUndo {...loaderData} {...actionData} />
        </Frame>
      )
    case 'done':
      return (
        <Frame
          {...frame}
          {...doneFrame(loaderData.done, titles)}
          printedAt={loaderData.done.receipt.acceptedAt}
        >
          <DoneSheet done={loaderData.done} />
        </Frame>
      )
  }
}
