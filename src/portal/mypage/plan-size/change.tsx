import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { PlanConfirm, PlanUndo } from '#portal/mypage/plan-size/confirm.tsx'
import { isSizeClosed, PlanInput } from '#portal/mypage/plan-size/input.tsx'
import { loadPlan } from '#portal/mypage/plan-size/load.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { planSizeApi } from '#protocol/plan-size.ts'
import type { Route } from './+types/change.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

/** Spec 2.7: the phone's header is forced on here, whatever else the page would say. */
export const handle: PageHandle = { page: { isMvnoHeader: true } }

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadPlan(callOf(context), url)
  const isClosed = loaded.step === 'input' && isSizeClosed(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({
  order: planSizeApi.couponRegisterPost,
  undo: planSizeApi.couponCancelPost,
})

const titles = procedureTitles(pages.planSize, { undo: 'データ容量変更の取り消し' })

export const meta = procedureMeta(titles)

export default function PlanChange({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <PlanInput {...loaderData} key={loaderData.plan} /> : null}
      {step === 'confirm' ? <PlanConfirm {...loaderData} {...actionData} /> : null}
      {step === 'undo' ? <PlanUndo {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
