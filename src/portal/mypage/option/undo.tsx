import { OptionConfirm } from '#portal/mypage/option/confirm.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import type { Offer } from '#portal/mypage/option/load.ts'

type UndoProps = AtReview & { readonly offer: Offer | undefined; readonly title: string }

/** The booking to leave is taken back by joining again; nothing to take back is said. */
export function OptionUndo({ offer, title, ...at }: UndoProps) {
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
