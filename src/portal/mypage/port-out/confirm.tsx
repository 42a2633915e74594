import { pages } from '#vocabulary/pages.ts'
import { formatTotal } from '#ui/format.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { debtEntry, instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { estimateFacts, linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { dayOfEstimate } from '#portal/mypage/flow/wording.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { portOutApi } from '#protocol/port-out.ts'

type ConfirmProps = AtReview & {
  readonly payment: Result<typeof portOutApi.portOutPaymentGet>
  readonly lineId: string
}

export function PortOutConfirm({ payment, lineId, ...at }: ConfirmProps) {
  const { consequences, finalBill, validDays, effectiveAt, effectiveOn } = payment
  return (
    <EstimateReview
      {...at}
      estimate={payment}
      isMonthlyShown={false}
      what={linesOf(payment)}
      figures={[
        yenFigure('転出の手数料', payment.feeYen),
        dayFigure(dayOfEstimate(payment.operation), effectiveAt ?? effectiveOn),
      ]}
      facts={[
        { term: 'MNP予約番号の有効期間', value: `発行日を含めて${validDays}日間` },
        debtEntry(payment.isUnpaid, payment.unpaidYen),
        ...instalmentsEntry(payment.remainingInstalmentsYen, '転出後'),
        {
          term: '転出した月の請求（いま分かっている分）',
          value: formatTotal(finalBill),
        },
        ...estimateFacts(payment, { isMonthlyShown: false }),
      ]}
      queueing={{ keys: at.keys, wish: { operation: 'portOut', lineId } }}
      losses={<Losses title="転出すると使えなくなるもの" sentences={consequences} />}
      form={{
        values: { lineId },
        submitLabel: 'MNP予約番号の発行を申し込む',
        agreement: '費用と、使えなくなるものを確認しました',
      }}
      back={{ href: pages.portOut, label: '回線を選び直す' }}
    >
      <Charges title="転出した月の請求の内訳" totals={finalBill} />
    </EstimateReview>
  )
}
