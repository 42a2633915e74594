import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { AddConfirm } from '#portal/mypage/sim/add-confirm.tsx'
import { AddInput } from '#portal/mypage/sim/add-input.tsx'
import { addForm, keptAnswers } from '#portal/mypage/sim/kept-answers.ts'
import { addAsked, loadAdd } from '#portal/mypage/sim/load-add.ts'
import { actOnSim } from '#portal/mypage/sim/submit.ts'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { callOf } from '#portal/request.ts'
import { simApi } from '#protocol/sim.ts'
import type { Route } from './+types/add.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const step = await loadAdd(callOf(context), url, await keptAnswers(request, addForm))
  return {
    keys: keysOf(context, url),
    isClosed: step.step === 'input' && isClosed(step.why),
    ...step,
  }
}

export const action = (args: Route.ActionArgs) =>
  actOnSim(args, { order: simApi.simAddPost, asked: addAsked, keptAs: () => addForm })

const titles = procedureTitles(pages.simAdd, {})

export const meta = procedureMeta(titles)

export default function SimAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <AddInput {...loaderData} stayed={actionData} /> : null}
      {step === 'confirm' ? <AddConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
