import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { OptionAnswers } from '#portal/mypage/option/answers.tsx'
import { OptionConfirm } from '#portal/mypage/option/confirm.tsx'
import { OptionList } from '#portal/mypage/option/list.tsx'
import { loadOption } from '#portal/mypage/option/load.ts'
import { OptionUndo } from '#portal/mypage/option/undo.tsx'
import { callOf } from '#portal/request.ts'
import { optionApi } from '#protocol/option.ts'
import type { Route } from './+types/option.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: keysOf(context, url), ...(await loadOption(callOf(context), url)) }
}

export const action = orderAction({
  order: optionApi.supportOptionPost,
  'join-support': optionApi.supportOptionPost,
  'join-voice': optionApi.voiceOptionPost,
  'join-group': optionApi.dmmOptionPost,
  'leave-support': optionApi.supportOptionCancelPost,
  'leave-voice': optionApi.voiceOptionCancelPost,
  'leave-group': optionApi.dmmOptionCancelPost,
})

const titles = procedureTitles(pages.option, { undo: 'オプションの解約の取り消し' })

export const meta = procedureMeta(titles)

export default function OptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' && loaderData.chosen === undefined ? <OptionList {...loaderData} /> : null}
      {step === 'input' && loaderData.chosen !== undefined ? (
        <OptionAnswers {...loaderData} />
      ) : null}
      {step === 'confirm' ? <OptionConfirm {...loaderData} {...actionData} /> : null}
      {step === 'undo' ? <OptionUndo {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
