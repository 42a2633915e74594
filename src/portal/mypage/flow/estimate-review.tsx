import type { ReactNode } from 'react'
import type { ConfirmFormProps } from '#portal/mypage/flow/confirm-form.tsx'
import { EstimateFolds, Notices } from '#portal/mypage/flow/estimate.tsx'
import { KeyFigures, type Figure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview, type ReviewProps } from '#portal/mypage/flow/review.tsx'
import type { Estimate } from '#protocol/procedure.ts'

type EstimateReviewProps = AtReview &
  Pick<ReviewProps, 'facts' | 'labels' | 'queueing' | 'back' | 'head' | 'children'> & {
    readonly estimate: Estimate & Pick<ReviewProps, 'why'> & { readonly conditions: string }
    /** What it is about. */
    readonly what: ReactNode
    readonly figures: readonly Figure[]
    /** Off where no month follows. */
    readonly isMonthlyShown?: boolean
    /** What is lost, before the notices. */
    readonly losses?: ReactNode
    /** What else must be read, after them. */
    readonly terms?: ReactNode
    readonly form: Omit<ConfirmFormProps, 'refused' | 'typed' | 'keys' | 'conditions'>
  }

/** 確認 of a procedure that has an estimate: its figures, its notices, and how its sums come about. */
export function EstimateReview(props: EstimateReviewProps) {
  const { estimate, what, figures, isMonthlyShown, losses, terms, form, children, ...rest } = props
  const { why, conditions, notices } = estimate
  return (
    <Review
      {...rest}
      why={why}
      stage={<KeyFigures what={what} figures={figures} />}
      read={
        <>
          {losses}
          <Notices sentences={notices} />
          {terms}
        </>
      }
      form={{ ...form, keys: rest.keys, conditions }}
    >
      {children}
      <EstimateFolds estimate={estimate} isMonthlyShown={isMonthlyShown} />
    </Review>
  )
}
