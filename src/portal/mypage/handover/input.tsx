import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { HandoverLine } from '#portal/mypage/handover/load.ts'
import { OfferCard } from '#portal/mypage/handover/offer-card.tsx'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { LineChoice } from '#portal/mypage/flow/line-choice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { BesideFacts } from '#portal/mypage/flow/side.tsx'

type InputProps = {
  readonly lines: readonly HandoverLine[]
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

export function HandoverInput({ lines, errors, keys }: InputProps) {
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

const facts = [
  { term: '手数料', value: <strong>0円</strong> },
  { term: '電話番号とSIM', value: 'そのまま使えます。切り替わるときも止まりません。' },
  { term: '切り替わる日', value: '受け取る方のお申し込みが済んだ月の終わり（翌月1日の0時）' },
  {
    term: '受け取る方',
    value: 'ご自身の名前でお申し込みと本人確認をします。すでにご契約中の方にはゆずれません。',
  },
  { term: '取りやめ', value: '切り替わるまで、いつでも。費用はかかりません。' },
]
