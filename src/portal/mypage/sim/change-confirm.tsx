import { pages } from '#vocabulary/pages.ts'
import { reasons, reasonWordsOf, type What } from '#portal/mypage/sim/change-choices.ts'
import type { ChangeTyped } from '#portal/mypage/sim/change-input.tsx'
import { queueOf, simEntries, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress, type ArrivalNote } from '#portal/mypage/flow/address.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Confirmation } from '#portal/mypage/flow/confirmation.tsx'
import { oneOf } from '#portal/mypage/flow/draft.ts'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import { sideEntries } from '#portal/mypage/flow/estimate-side.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Queueing } from '#portal/mypage/flow/refusal.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'

type ConfirmProps = Stayed & {
  readonly what: What
  readonly estimate: SimEstimate
  readonly wish: ChangeTyped
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

const path = pages.simChange

export function ChangeConfirm(props: ConfirmProps) {
  const { what, estimate, wish, note, refused, agreementError, keys } = props
  const { why, conditions, switchHours, numberChanges } = estimate
  const { eid, ...answers } = wish
  const reason = oneOf(reasons, wish.reason)
  return (
    <Confirmation
      figures={sideEntries(estimate)}
      {...queueOf(keys, queuedWish(what, wish))}
      {...{ why, note, refused }}
    >
      <EstimateSheet
        estimate={estimate}
        more={[
          ...(reason === undefined ? [] : [{ term: '理由', value: reasonWordsOf(reason) }]),
          ...simEntries(estimate, eid),
        ]}
      />
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ ...wish, what }}
          submitLabel={what === 'kind' ? '種別変更を申し込む' : 'SIMの発行を申し込む'}
          backHref={inputAddress(path, { what, ...answers, draft: keys.draft })}
          agreement={
            numberChanges
              ? '電話番号が変わること、費用と日程を確認しました'
              : '費用と日程、通信が止まる時間を確認しました'
          }
          agreementError={agreementError}
        >
          {switchHours.length === 0 ? null : (
            <Select
              name="switchAt"
              label="切り替える日時"
              hint="あとからお手続き状況の画面でも選べます。"
              unchosen="準備ができてから決める"
              options={switchHours.map((hour) => ({ value: hour, label: formatDateTime(hour) }))}
            />
          )}
        </ConfirmForm>
      ) : null}
    </Confirmation>
  )
}

function queuedWish(what: What, { lineId, size, kind }: ChangeTyped): Queueing['wish'] {
  return what === 'kind'
    ? { operation: 'simKindChange', lineId, size, kind }
    : { operation: 'simReissue', lineId, size }
}
