import type { Refusal } from '#vocabulary/refusal.ts'
import { pages } from '#vocabulary/pages.ts'
import type { Reserved } from '#portal/mypage/plan/load.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import { Confirmation } from '#portal/mypage/flow/confirmation.tsx'
import { inputAddress, type ArrivalNote } from '#portal/mypage/flow/address.ts'
import { EstimateSheet } from '#portal/mypage/flow/estimate-sheet.tsx'
import { sideEntries } from '#portal/mypage/flow/estimate-side.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { QueuedNotice, type QueuedProcedure } from '#portal/mypage/flow/queued-notice.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { planSizeApi } from '#protocol/plan-size.ts'

const path = pages.planChange

type ConfirmProps = {
  readonly estimate: Result<typeof planSizeApi.couponEstimateGet>
  readonly queued: readonly QueuedProcedure[]
  readonly note: ArrivalNote | undefined
  readonly refused: Refusal | undefined
  readonly keys: FormKeys
}

export function PlanConfirm({ estimate, queued, note, refused, keys }: ConfirmProps) {
  const { replaces, carryMessage, to, why, conditions, effectiveOn } = estimate
  const plan = String(to.plan)
  return (
    <Confirmation
      figures={sideEntries(estimate)}
      queueing={
        queued.length === 0 ? { keys, wish: { operation: 'planSizeChange', plan } } : undefined
      }
      {...{ why, note, refused }}
    >
      <QueuedNotice queued={queued} keys={keys} />
      {replaces === undefined ? null : (
        <Notice tone="warning" title="いまの予約と置き換わります">
          {`${formatDate(replaces.effectiveOn)}に${replaces.to.name}へ変える予約は、取り消されます。`}
        </Notice>
      )}
      <EstimateSheet
        estimate={estimate}
        more={[{ term: '残ったデータの扱い', value: carryMessage }]}
      />
      {why.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{ plan, effectiveOn }}
          submitLabel="この内容で変更を予約する"
          backHref={inputAddress(path, { plan, draft: keys.draft })}
          backLabel="容量を選び直す"
        />
      ) : null}
    </Confirmation>
  )
}

type UndoProps = {
  readonly reserved: Reserved | undefined
  readonly refused: Refusal | undefined
  readonly keys: FormKeys
}

/** 確認 of the undoing: what stays as it is. */
export function PlanUndo({ reserved, refused, keys }: UndoProps) {
  if (reserved === undefined)
    return (
      <RefusalNotice
        title="取り消せる予約はありません"
        reason={{
          code: 'NOTHING_BOOKED',
          message: 'すでに取り消されたか、適用済みか、取り消せる期限を過ぎています。',
        }}
      />
    )
  const { from, to, effectiveOn, undo, undoUntil, orderNo } = reserved
  return (
    <>
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      <SummaryList
        entries={[
          { term: '取り消す予約', value: `${from.name}から${to.name}への変更` },
          { term: '適用の予定日', value: formatDate(effectiveOn) },
          { term: '取り消したあと', value: `${from.name}のまま変わりません。` },
          { term: '費用', value: '0円（かかりません）' },
          { term: '取り消せる期限', value: formatLimit(undoUntil) },
        ]}
      />
      {undo.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={`undo.${orderNo}`}
          values={{ intent: 'undo', orderNo }}
          submitLabel="予約を取り消す"
          backHref={path}
          backLabel="取り消さずに戻る"
        />
      ) : (
        <RefusalNotice reason={undo} title="この予約は取り消せません" />
      )}
    </>
  )
}
