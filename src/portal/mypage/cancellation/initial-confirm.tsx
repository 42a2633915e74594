import { pages } from '#vocabulary/pages.ts'
import { KeepNumberBefore } from '#portal/mypage/cancellation/keep-number.tsx'
import { clockEntries, madeOf, type Right } from '#portal/mypage/cancellation/initial-input.tsx'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, KeyFigures, owedFigure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'

type ConfirmProps = AtReview & {
  readonly right: Right
}

export function InitialCancelConfirm({ right, note, refused, keys }: ConfirmProps) {
  const { owed, consequences, conditions, asOf } = right
  return (
    <Review
      {...{ note, refused }}
      why={right}
      refusalTitle="初期契約解除は申し出られません"
      stage={
        <KeyFigures
          what={`ご契約のすべて（${linesOf(right)}）`}
          figures={[
            owedFigure('お支払いいただく金額', owed.totalYen),
            dayFigure('契約の終了日', asOf.slice(0, 10)),
          ]}
        />
      }
      facts={[
        { term: '解約金', value: 'かかりません' },
        { term: '金額に含むもの', value: madeOf(right) },
        { term: '効力', value: '送信した時点で解除されます。取り消しはできません。' },
        ...clockEntries(right),
      ]}
      read={
        <>
          <Losses title="解除すると使えなくなるもの" sentences={consequences} />
          <KeepNumberBefore />
        </>
      }
      form={{
        keys,
        conditions,
        values: {},
        submitLabel: '初期契約解除を申し出る',
        kind: 'danger',
        agreement: '支払う金額と、使えなくなるものを確認しました',
      }}
      back={{ href: pages.initialCancel, label: '解除せずに戻る' }}
    >
      <Charges title="お支払いいただく金額の内訳" totals={owed} />
    </Review>
  )
}
