import { pages } from '#vocabulary/pages.ts'
import { estimateFacts, estimateFigures } from '#portal/mypage/flow/estimate.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatYen } from '#ui/format.ts'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type PaperProps = AtReview & {
  readonly estimate: Result<typeof contractApi.contractDetailPaperAvailableGet>
}

export function PaperConfirm({ estimate, ...at }: PaperProps) {
  const { docId, title, addressMasked, oneOff } = estimate
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      isMonthlyShown={false}
      what={title}
      figures={estimateFigures(estimate, false)}
      facts={[
        { term: 'お届け先', value: addressMasked },
        ...estimateFacts(estimate, { isMonthlyShown: false }),
      ]}
      form={{
        values: { docId },
        submitLabel: `${formatYen(oneOff.totalYen)}で郵送を申し込む`,
      }}
      back={{ href: pages.documents, label: '書面の一覧に戻る' }}
    />
  )
}
