import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Offered } from '#portal/mypage/handover/load.ts'
import { instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { estimateFacts, linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import { dayFigure, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { UndoReview } from '#portal/mypage/flow/undo-review.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { handoverApi } from '#protocol/handover.ts'
import { Field } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'
import { pages } from '#vocabulary/pages.ts'

type ConfirmProps = AtReview & {
  readonly estimate: Result<typeof handoverApi.handoverEstimateGet>
  readonly lineId: string
}

/** What it means for the giver; then to whom, which is typed on this page only: no name is in an address. */
export function HandoverConfirm({ estimate, lineId, ...at }: ConfirmProps) {
  const { consequences, firstDay, numberValidUntil, feeYen, remainingInstalmentsYen } = estimate
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      labels={receiverLabels}
      what={`${linesOf(estimate)} → ご家族`}
      figures={[
        yenFigure('手数料', feeYen),
        dayFigure('切り替わる日', firstDay, '今日お申し込みが済んだとき'),
      ]}
      facts={[
        ['譲渡番号の有効期限', `${formatDate(numberValidUntil)}まで`],
        ...instalmentsEntry(remainingInstalmentsYen, 'ゆずった後'),
        ...estimateFacts(estimate),
      ]}
      losses={<Losses title="ゆずると変わること" sentences={consequences} />}
      form={{
        values: { lineId },
        submitLabel: 'ゆずる手続きを始める',
        agreement: 'ゆずると変わることを確認し、この回線をご家族にゆずります',
        children: <ReceiverFields {...at} />,
      }}
      back={{ href: pages.handover, label: '回線を選び直す' }}
    />
  )
}

/** Two fields are empty alike: the summary says which. */
const receiverLabels = {
  lastNameKana: 'セイ（フリガナ）',
  firstNameKana: 'メイ（フリガナ）',
  birth: '生年月日',
}

function ReceiverFields({ refused, typed }: Pick<AtReview, 'refused' | 'typed'>) {
  const of = fieldsFrom(typed, errorsOf(refused))
  return (
    <fieldset className="flow">
      <legend>受け取るご家族</legend>
      <p className="small">
        受け取る方のお申し込みの内容と一致しないと、ゆずれません。本人確認書類のとおりに入力してください。
      </p>
      <Field
        {...of('lastNameKana')}
        label={receiverLabels.lastNameKana}
        required
        autoComplete="off"
      />
      <Field
        {...of('firstNameKana')}
        label={receiverLabels.firstNameKana}
        required
        autoComplete="off"
      />
      <Field
        {...of('birth')}
        label={receiverLabels.birth}
        required
        hint="例：1990年4月1日なら 19900401。契約できるのは18歳以上の方です。"
        inputMode="numeric"
        autoComplete="off"
      />
    </fieldset>
  )
}

type UndoProps = AtReview & { readonly offered: Offered | undefined }

export function HandoverUndo({ offered, ...props }: UndoProps) {
  const booking = offered && {
    ...offered,
    orderNo: offered.offer.orderNo,
    undo: { allowed: offered.offer.canWithdraw },
  }
  return (
    <UndoReview
      {...props}
      booking={booking}
      goneTitle="取りやめられる手続きはありません"
      gone="すでに取りやめられたか、回線が切り替わっています。"
      submitLabel="手続きを取りやめる"
      backLabel="取りやめずに戻る"
      backHref={pages.handover}
      entries={({ line, offer }) => [
        ['回線', fullNameOfLine(line)],
        ['いまの状況', offer.stateLabel],
        [
          '取りやめたあと',
          offer.state === 'offered'
            ? '譲渡番号は使えなくなります。回線は引き続きお使いいただけます。'
            : 'ご家族のお申し込みも取り消され、料金なしで終わります。回線は引き続きお使いいただけます。',
        ],
      ]}
    />
  )
}
