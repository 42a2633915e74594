import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { InitialCancelConfirm } from '#portal/mypage/cancellation/initial-confirm.tsx'
import { InitialCancelInput } from '#portal/mypage/cancellation/initial-input.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps } from '#portal/mypage/flow/load-steps.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Route } from './+types/initial.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const read = async () => {
    const right = await ask(url, call(cancellationApi.statusInitialCancelGet))
    return { right, asOf: right.asOf }
  }
  const step = await loadSteps(url, {
    input: read,
    confirm: read,
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
  const isClosed = step.step === 'input' && !step.right.allowed
  return { keys: keysOf(context, url), isClosed, ...step }
}

export const action = orderAction({ order: cancellationApi.statusInitialCancelPost })

const titles = procedureTitles(pages.initialCancel, {})

export const meta = procedureMeta(titles)

export default function InitialCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <InitialCancelInput {...loaderData} /> : null}
      {step === 'confirm' ? <InitialCancelConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
