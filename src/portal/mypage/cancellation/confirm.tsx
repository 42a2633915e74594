import { pages } from '#vocabulary/pages.ts'
import {
  scopeWords,
  type Booking,
  type CancellationEstimate,
} from '#portal/mypage/cancellation/bookings.tsx'
import { KeepNumberSentence } from '#portal/mypage/cancellation/keep-number.tsx'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { debtEntry, instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { estimateFacts, linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { UndoReview } from '#portal/mypage/flow/undo-review.tsx'
import { formatDate, formatMonth, formatTotal } from '#ui/format.ts'

const path = pages.cancellation

type ConfirmProps = AtReview & {
  readonly estimate: CancellationEstimate
  readonly lineIds: readonly string[]
}

/** Where lines stay, it is the bill of all lines, and not the last one. */
const finalBillOf = (isWhole: boolean, lastServiceOn: string) =>
  isWhole ? '最後の月の請求' : `${formatMonth(lastServiceOn)}分の請求（ご契約のすべての回線）`
const finalBillTerm = (isWhole: boolean, lastServiceOn: string) =>
  `${finalBillOf(isWhole, lastServiceOn)}（いま分かっている分）`

export function CancelConfirm({ estimate, lineIds, ...at }: ConfirmProps) {
  const { finalBill, consequences } = estimate
  const isWhole = estimate.scope === 'contract'
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      isMonthlyShown={!isWhole}
      what={isWhole ? 'ご契約のすべて' : linesOf(estimate)}
      figures={[
        yenFigure('解約金', estimate.feeYen),
        dayFigure('最終利用日', estimate.lastServiceOn),
      ]}
      facts={[
        [finalBillTerm(isWhole, estimate.lastServiceOn), formatTotal(finalBill)],
        ...(estimate.isUnpaid ? [debtEntry(true, estimate.unpaidYen)] : []),
        ...instalmentsEntry(estimate.remainingInstalmentsYen, '解約後'),
        ...estimateFacts(estimate, { isMonthlyShown: !isWhole }),
      ]}
      losses={
        <>
          <Losses title="解約すると使えなくなるもの" sentences={consequences} />
          <KeepNumberSentence {...estimate} />
        </>
      }
      form={{
        values: { lineIds },
        submitLabel: '解約を予約する',
        kind: 'danger',
        agreement: '最終利用日と、使えなくなるものを確認しました',
      }}
      back={{ href: path, label: '解約せずに戻る' }}
    >
      <Charges title={`${finalBillOf(isWhole, estimate.lastServiceOn)}の内訳`} totals={finalBill} />
    </EstimateReview>
  )
}

type UndoProps = AtReview & {
  readonly booking: Booking | undefined
}

export function CancelUndo(props: UndoProps) {
  return (
    <UndoReview
      {...props}
      gone="すでに取り消されたか、解約が完了しています。"
      submitLabel="解約の予約を取り消す"
      backHref={path}
      entries={({ lastServiceOn, ...booking }) => [
        ['取り消す予約', `${scopeWords(booking)}の解約`],
        ['予約していた最終利用日', lastServiceOn && formatDate(lastServiceOn)],
        ['取り消したあと', '料金も番号もそのままで、引き続きお使いいただけます。'],
      ]}
    />
  )
}
