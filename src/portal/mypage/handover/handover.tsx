import { pages } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { HandoverConfirm, HandoverUndo } from '#portal/mypage/handover/confirm.tsx'
import { type HandoverLine, loadHandover } from '#portal/mypage/handover/load.ts'
import { OfferCard } from '#portal/mypage/handover/offer-card.tsx'
import { typedDate, withBirthSentence } from '#portal/fields/typed-date.ts'
import { type FormKeys, keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { finish, send } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { handoverApi } from '#protocol/handover.ts'
import type { Route } from './+types/handover.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import { LineChoice } from '#portal/mypage/flow/line-choice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { BesideFacts } from '#portal/mypage/flow/side.tsx'
import type { SummaryEntry } from '#ui/summary-list.tsx'

type InputProps = {
  readonly lines: readonly HandoverLine[]
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

function HandoverInput({ lines, errors, keys }: InputProps) {
  const possible = lines.filter(({ allowed }) => allowed)
  const impossible = lines.filter(({ allowed, offer }) => !allowed && offer === undefined)
  return (
    <BesideFacts title="費用と流れ" facts={possible.length === 0 ? undefined : facts}>
      <FieldErrors errors={errors} />
      {lines.length === 0 ? <RefusalNotice reason={nothingToGive} hasWay={false} /> : null}
      {lines.map(({ line, offer }) =>
        offer === undefined ? null : (
          <section key={line.lineId} className="flow">
            <h2>{fullNameOfLine(line)}</h2>
            <OfferCard line={line} offer={offer} />
          </section>
        ),
      )}
      <LineChoice
        label="ゆずる回線"
        lines={lines}
        whyNot={({ offer, message }) =>
          offer === undefined ? (message ?? '') : '手続きが進んでいます。'
        }
        draft={keys.draft}
        error={errors['lineId']}
        action="ゆずる内容を確認する"
      />
      {possible.length > 0
        ? null
        : impossible.map(({ line, ...reason }) => (
            <RefusalNotice
              key={line.lineId}
              title={`${fullNameOfLine(line)}は、いまゆずれません`}
              reason={reason}
            />
          ))}
    </BesideFacts>
  )
}

const nothingToGive = {
  message: 'ゆずれる回線はありません。開通前の回線と、終了した回線はゆずれません。',
}

const facts: readonly SummaryEntry[] = [
  ['手数料', <strong key="value">0円</strong>],
  ['電話番号とSIM', 'そのまま使えます。切り替わるときも止まりません。'],
  ['切り替わる日', '受け取る方のお申し込みが済んだ月の終わり（翌月1日の0時）'],
  [
    '受け取る方',
    'ご自身の名前でお申し込みと本人確認をします。すでにご契約中の方にはゆずれません。',
  ],
  ['取りやめ', '切り替わるまで、いつでも。費用はかかりません。'],
]

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
