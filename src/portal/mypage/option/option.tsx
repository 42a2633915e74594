import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { OptionAnswers } from '#portal/mypage/option/answers.tsx'
import { OptionConfirm } from '#portal/mypage/option/confirm.tsx'
import { OptionList } from '#portal/mypage/option/list.tsx'
import { type Offer, formOf, loadOption, savedOptionAnswers } from '#portal/mypage/option/load.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { optionApi } from '#protocol/option.ts'
import type { Route } from './+types/option.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'

type UndoProps = AtReview & { readonly offer: Offer | undefined; readonly title: string }

/** The booking to leave is taken back by joining again; nothing to take back is said. */
function OptionUndo({ offer, title, ...at }: UndoProps) {
  if (offer === undefined)
    return (
      <RefusalNotice
        title="取り消せる予約はありません"
        reason={{
          code: 'NOTHING_BOOKED',
          message: `${title}は、すでに取り消されたか、終了しています。`,
        }}
      />
    )
  return <OptionConfirm {...at} offer={offer} isLeaving={false} />
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const saved = await savedOptionAnswers.read(request, formOf(url.searchParams))
  return { keys: keysOf(context, url), ...(await loadOption(callOf(context), url, saved)) }
}

/** 入力 is posted, because the number calls are forwarded to is in no address. */
export async function action(args: Route.ActionArgs) {
  const posted = await args.request.clone().formData()
  if (textOf(posted, 'intent') !== 'input') return order(args)
  const { origin } = pageOf(args.context)
  return savedOptionAnswers.onToConfirm(args.url, posted, formOf(posted), origin)
}

const order = orderAction(
  {
    order: optionApi.supportOptionPost,
    'join-support': optionApi.supportOptionPost,
    'join-voice': optionApi.voiceOptionPost,
    'join-group': optionApi.dmmOptionPost,
    'leave-support': optionApi.supportOptionCancelPost,
    'leave-voice': optionApi.voiceOptionCancelPost,
    'leave-group': optionApi.dmmOptionCancelPost,
  },
  savedOptionAnswers.forget,
)

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
