import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { CancelConfirm, CancelUndo } from '#portal/mypage/cancellation/confirm.tsx'
import { CancelInput, leavingOf } from '#portal/mypage/cancellation/input.tsx'
import { loadCancel } from '#portal/mypage/cancellation/load.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Route } from './+types/cancellation.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadCancel(callOf(context), url)
  const isClosed = loaded.step === 'input' && isShut(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({
  order: cancellationApi.simCancelReservePost,
  undo: cancellationApi.simCancelResetPost,
})

const titles = procedureTitles(pages.cancellation, {
  confirm: '解約の確認',
  undo: '解約予約の取り消し',
  done: '解約の受付',
})

export const meta = procedureMeta(titles)

function isShut(loaded: Parameters<typeof leavingOf>[0]) {
  const { canAll, canSome } = leavingOf(loaded)
  return !canAll && !canSome
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <CancelInput {...loaderData} /> : null}
      {step === 'confirm' ? <CancelConfirm {...loaderData} {...actionData} /> : null}
      {step === 'undo' ? <CancelUndo {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
