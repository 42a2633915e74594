import { doneFrame, DoneSheet, isTakenBack, undoSteps } from '#portal/mypage/flow/done.tsx'
import { contractPlace, Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { revalidateAfterRefusal } from '#portal/mypage/flow/revalidate-after-refusal.ts'
import { act } from '#portal/mypage/plan/act.ts'
import { PlanConfirm, PlanUndo } from '#portal/mypage/plan/confirm.tsx'
import { PlanInput } from '#portal/mypage/plan/input.tsx'
import { loadStep } from '#portal/mypage/plan/load.ts'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/change.ts'

/** Spec 2.7: the phone's header is forced on here, whatever else the page would say. */
export const handle: PageHandle = { page: { isMvnoHeader: true } }

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadStep(callOf(context), url)) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  return act(callOf(context, form), url, form)
}

const titles = {
  input: 'データ容量の変更',
  confirm: 'データ容量の変更の確認',
  undo: 'データ容量変更の取り消し',
  done: 'データ容量の変更の受付',
} as const

export const shouldRevalidate = revalidateAfterRefusal

export function meta({ loaderData }: Route.MetaArgs) {
  const isUndone = loaderData?.step === 'done' && isTakenBack(loaderData.done)
  const step = loaderData?.step ?? 'input'
  return pageMeta({ title: isUndone ? titles.undo : titles[step], noindex: true })
}

export default function PlanChange({ loaderData, actionData }: Route.ComponentProps) {
  const { keys } = loaderData
  const refused = actionData?.refused
  const title = titles[loaderData.step]
  switch (loaderData.step) {
    case 'input':
      return (
        <Frame title={title} way={[contractPlace]} step={0}>
          <PlanInput {...loaderData} key={loaderData.plan} />
        </Frame>
      )
    case 'confirm':
      return (
        <Frame title={title} way={[contractPlace]} step={1} printedAt={loaderData.asOf}>
          <PlanConfirm {...loaderData} refused={refused} />
        </Frame>
      )
    case 'undo':
      return (
        <Frame title={title} way={[contractPlace]} step={0} steps={undoSteps}>
          <PlanUndo reserved={loaderData.reserved} refused={refused} keys={keys} />
        </Frame>
      )
    case 'done':
      return (
        <Frame
          {...doneFrame(loaderData.done, titles)}
          way={[contractPlace]}
          printedAt={loaderData.done.receipt.acceptedAt}
        >
          <DoneSheet done={loaderData.done} />
        </Frame>
      )
  }
}
