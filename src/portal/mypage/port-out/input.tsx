import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import { ReservationNumber, type PortOutRequest } from '#portal/mypage/port-out/number.tsx'
import { BesideFacts } from '#portal/mypage/flow/side.tsx'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Permission } from '#protocol/procedure.ts'
import { LineChoice } from '#portal/mypage/flow/line-choice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { formatYen } from '#ui/format.ts'
import type { SummaryEntry } from '#ui/summary-list.tsx'

type Line = Permission & {
  readonly line: LineName
  readonly request?: PortOutRequest | undefined
}

type Terms = { readonly feeYen: number; readonly validDays: number }

type InputProps = {
  readonly lines: readonly Line[]
  readonly terms: Terms | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

/** No retention: nothing is here but how to leave (guideline of the ministry). */
export function PortOutInput({ lines, terms, errors, keys }: InputProps) {
  const possible = lines.filter(({ allowed }) => allowed)
  const impossible = lines.filter(({ allowed }) => !allowed)
  return (
    <BesideFacts title="費用と期限" facts={possible.length === 0 ? undefined : facts(terms)}>
      <FieldErrors errors={errors} />
      {lines.length === 0 ? <RefusalNotice reason={nothingToMove} hasWay={false} /> : null}
      {lines.map(({ line, request }) =>
        request === undefined || request.state === 'cooldown' ? null : (
          <section key={line.lineId} className="flow">
            <h2>{fullNameOfLine(line)}</h2>
            <ReservationNumber request={request} />
          </section>
        ),
      )}
      <LineChoice
        label="転出する回線"
        lines={lines}
        whyNot={({ message, freeFrom }) =>
          `${message ?? ''}${freeFrom === undefined ? '' : `${formatWhen(freeFrom)}から申し込めます。`}`
        }
        draft={keys.draft}
        error={errors['lineId']}
        action="転出の内容を確認する"
      />
      {possible.length > 0
        ? null
        : impossible
            .filter(({ request }) => request === undefined || request.state === 'cooldown')
            .map(({ line, ...reason }) => (
              <RefusalNotice
                key={line.lineId}
                title={`${fullNameOfLine(line)}は、いま転出を受け付けられません`}
                reason={reason}
                queueing={{ keys, request: { operation: 'portOut', lineId: line.lineId } }}
              />
            ))}
    </BesideFacts>
  )
}

const nothingToMove = {
  message: '転出できる回線はありません。開通前の回線と、終了した回線は転出できません。',
}

function facts(terms: Terms | undefined): SummaryEntry[] {
  return [
    ['転出の手数料', terms && <strong>{formatYen(terms.feeYen)}</strong>],
    ['MNP予約番号の有効期間', terms && `発行日を含めて${terms.validDays}日間`],
    ['受付時間', '24時間'],
    ['回線の解約', '移転が完了すると、自動で解約になります。'],
    ['移転しなかったとき', '番号の期限が過ぎるだけで、回線はそのまま使えます。'],
  ]
}
