import { reasons, reasonWordsOf, type What } from '#portal/mypage/sim/change-choices.ts'
import type { ChangeTyped } from '#portal/mypage/sim/change-input.tsx'
import { queueOf, simEntries, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress, type ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { oneOf } from '#portal/mypage/flow/draft.ts'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import { Side, sideEntries } from '#portal/mypage/flow/estimate-side.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Refusal, type Queueing } from '#portal/mypage/flow/refusal.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Split } from '#ui/layout.tsx'
import { Select } from '#ui/select.tsx'

type ConfirmProps = Stayed & {
  readonly what: What
  readonly estimate: SimEstimate
  readonly wish: ChangeTyped
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

const path = '/mypage/sim/change.html'

export function ChangeConfirm(props: ConfirmProps) {
  const { what, estimate, wish, note, refused, agreementError, keys } = props
  const { why, conditions, switchHours, numberChanges } = estimate
  const { eid, ...answers } = wish
  const reason = oneOf(reasons, wish.reason)
  const dateLabel = '切り替えの予定日'
  return (
    <Split sideLabel="料金と日付の要点" side={<Side entries={sideEntries(estimate, dateLabel)} />}>
      <Arrival note={why.allowed ? note : undefined} />
      {refused === undefined ? null : <Refusal reason={refused} answersPress />}
      {why.allowed || refused !== undefined ? null : (
        <Refusal reason={why} {...queueOf(keys, queuedWish(what, wish))} />
      )}
      <EstimateSheet
        estimate={estimate}
        dateLabel={dateLabel}
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
    </Split>
  )
}

function queuedWish(what: What, { lineId, size, kind }: ChangeTyped): Queueing['wish'] {
  return what === 'kind'
    ? { operation: 'simKindChange', lineId, size, kind }
    : { operation: 'simReissue', lineId, size }
}
