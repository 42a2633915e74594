import { hourOptions } from '#portal/mypage/shared/hour-options.ts'
import { pages } from '#vocabulary/pages.ts'
import { reasonWordsIn, type What } from '#portal/mypage/sim/change-choices.ts'
import { queueOf, simFacts, simFigures, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { linesOf } from '#portal/mypage/flow/estimate.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatYen } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'

type ConfirmProps = AtReview & {
  readonly what: What
  readonly estimate: SimEstimate
  readonly wish: Readonly<Record<string, string>>
}

export function ChangeConfirm({ what, estimate, wish, ...at }: ConfirmProps) {
  const { keys } = at
  const { switchHours, oneOff } = estimate
  const { lineId, size, reason, kind, eid = '' } = wish
  const reasonWords = reasonWordsIn(reason)
  const isKind = what === 'kind'
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      what={linesOf(estimate)}
      figures={simFigures(estimate)}
      facts={simFacts(
        estimate,
        eid,
        reasonWords === undefined ? [] : [{ term: '理由', value: reasonWords }],
      )}
      {...queueOf(keys, {
        operation: isKind ? 'simKindChange' : 'simReissue',
        lineId,
        size,
        ...(isKind && { kind }),
      })}
      form={{
        values: { what, lineId, size, reason, kind, eid },
        submitLabel: `${formatYen(oneOff.totalYen)}で${isKind ? '種別変更を申し込む' : 'SIMの発行を申し込む'}`,
        agreement: isKind ? '電話番号が変わること、費用と日程を確認しました' : undefined,
        children:
          switchHours.length === 0 ? null : (
            <Select
              name="switchAt"
              label="切り替える日時"
              hint="あとからお手続き状況の画面でも選べます。"
              unchosen="準備ができてから決める"
              options={hourOptions(switchHours)}
            />
          ),
      }}
      back={{
        href: inputAddress(pages.simChange, {
          what,
          lineId,
          size,
          reason,
          kind,
          draft: keys.draft,
        }),
        label: '入力に戻る',
      }}
    />
  )
}
