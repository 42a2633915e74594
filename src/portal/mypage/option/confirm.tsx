import { pages, withQuery } from '#vocabulary/pages.ts'
import {
  EstimateFolds,
  estimateFacts,
  linesOf,
  Losses,
  Notices,
} from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { plainDigits } from '#portal/mypage/flow/plain-digits.ts'
import type { Offer } from '#portal/mypage/option/load.ts'
import { formatPhone, formatYen } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'

export type OptionConfirmProps = AtReview & {
  readonly offer: Offer
  readonly isLeaving: boolean
  readonly forwardTo?: string | undefined
  readonly userUnder18?: string | undefined
}

/** 確認 of joining, of leaving, and of taking back that one leaves. */
export function OptionConfirm(props: OptionConfirmProps) {
  return props.isLeaving && props.offer.leavable !== undefined ? (
    <Leaving {...props} leavable={props.offer.leavable} />
  ) : (
    <Joining {...props} />
  )
}

function Joining({ offer, forwardTo, userUnder18, note, refused, keys }: OptionConfirmProps) {
  const { name, monthlyYen, estimate, terms, undoes, family, optionCode, line, asks } = offer
  const { why, conditions } = estimate
  const [now] = estimate.nextBills ?? []
  const target = { optionCode, lineId: line?.lineId }
  return (
    <Review
      {...{ why, note, refused }}
      stage={
        <KeyFigures
          what={undoes ? `${name}の解約を取り消す` : name}
          figures={[
            yenFigure(
              '月額料金',
              monthlyYen,
              undoes || now === undefined || monthlyYen === 0
                ? undefined
                : `今月は日割りで${formatYen(now.deltaYen)}`,
            ),
            dayFigure('利用開始日', offer.joinedOn ?? estimate.effectiveOn),
          ]}
        />
      }
      facts={[
        ['対象', linesOf(estimate)],
        ...estimateFacts(estimate, {
          more: forwardTo === undefined ? [] : [['転送先', formatPhone(plainDigits(forwardTo))]],
        }),
      ]}
      read={<Notices sentences={estimate.notices} />}
      form={{
        keys,
        conditions,
        values: {
          intent: `join-${family}`,
          ...target,
          forwardTo,
          userUnder18,
          termsVersion: terms.version,
        },
        submitLabel: undoes ? '解約を取り消す' : 'この内容で申し込む',
        agreement: (
          <>
            <TextLink href={terms.path}>{`${terms.title} 第${terms.version}版`}</TextLink>
            と料金を確認し、同意します。
          </>
        ),
      }}
      back={{
        href: withQuery(pages.option, asks === undefined ? {} : target),
        label: asks === undefined ? '一覧に戻る' : '入力に戻る',
      }}
    >
      <EstimateFolds estimate={estimate} />
    </Review>
  )
}

function Leaving({
  offer,
  leavable,
  note,
  refused,
  keys,
}: OptionConfirmProps & { readonly leavable: NonNullable<Offer['leavable']> }) {
  const { name, estimate, leave, lastOn, consequences } = leavable
  const { family, optionCode, line } = offer
  return (
    <Review
      {...{ why: leave, note, refused }}
      stage={
        <KeyFigures
          what={`${name}の解約`}
          figures={[yenFigure('解約の費用', 0), dayFigure('最終利用日', lastOn)]}
        />
      }
      facts={[['対象', linesOf(estimate)], ...estimateFacts(estimate)]}
      read={<Losses title="解約すると、こうなります" sentences={consequences} />}
      form={{
        keys,
        conditions: estimate.conditions,
        values: { intent: `leave-${family}`, optionCode, lineId: line?.lineId },
        submitLabel: 'このオプションを解約する',
        kind: 'danger',
      }}
      back={{ href: pages.option, label: '解約せずに戻る' }}
    >
      <EstimateFolds estimate={estimate} />
    </Review>
  )
}
