import { pages } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { HandoverConfirm, HandoverUndo } from '#portal/mypage/handover/confirm.tsx'
import { HandoverInput } from '#portal/mypage/handover/input.tsx'
import { loadHandover } from '#portal/mypage/handover/load.ts'
import { OfferCard } from '#portal/mypage/handover/offer-card.tsx'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { finish, send } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { handoverApi } from '#protocol/handover.ts'
import type { Route } from './+types/handover.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadHandover(callOf(context), url)
  const isClosed = loaded.step === 'input' && !loaded.lines.some(({ allowed }) => allowed)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const call = callOf(context, form)
  if (textOf(form, 'intent') === 'undo')
    return finish(url, form, await send(call, url, handoverApi.handoverWithdrawPost, form))
  const typed = textOf(form, 'birth')
  form.set('birth', typedDate(typed))
  const answer = await send(call, url, handoverApi.handoverOfferPost, form)
  form.set('birth', typed)
  if ('value' in answer || answer.refused.fields === undefined) return finish(url, form, answer)
  const fields = withBirthSentence(answer.refused.fields)
  return finish(url, form, { refused: { ...answer.refused, fields } })
}

const titles = procedureTitles(pages.handover, {
  confirm: 'ゆずる内容の確認',
  undo: '手続きの取りやめ',
  done: '回線をご家族にゆずる手続き',
})

export const meta = procedureMeta(titles)

export default function Handover({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData}>
      {step === 'input' ? <HandoverInput {...loaderData} /> : null}
      {step === 'confirm' ? <HandoverConfirm {...loaderData} {...actionData} /> : null}
      {step === 'undo' ? <HandoverUndo {...loaderData} {...actionData} /> : null}
      {step === 'done' && loaderData.offered !== undefined ? (
        <OfferCard {...loaderData.offered} />
      ) : null}
    </ProcedurePage>
  )
}
