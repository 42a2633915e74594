import { pages } from '#vocabulary/pages.ts'
import {
  EstimateFolds,
  estimateFacts,
  estimateFigures,
  Notices,
} from '#portal/mypage/flow/estimate.tsx'
import { KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatYen } from '#ui/format.ts'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type PaperProps = AtReview & {
  readonly estimate: Result<typeof contractApi.contractDetailPaperAvailableGet>
}

export function PaperConfirm({ estimate, note, refused, keys }: PaperProps) {
  const { docId, title, addressMasked, conditions, why, oneOff } = estimate
  return (
    <Review
      {...{ why, note, refused }}
      stage={<KeyFigures what={title} figures={estimateFigures(estimate, false)} />}
      facts={[
        { term: 'お届け先', value: addressMasked },
        ...estimateFacts(estimate, { isMonthlyShown: false }),
      ]}
      read={<Notices sentences={estimate.notices} />}
      form={{
        keys,
        conditions,
        values: { docId },
        submitLabel: `${formatYen(oneOff.totalYen)}で郵送を申し込む`,
      }}
      back={{ href: pages.documents, label: '書面の一覧に戻る' }}
    >
      <EstimateFolds estimate={estimate} isMonthlyShown={false} />
    </Review>
  )
}
