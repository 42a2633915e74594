import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Permission } from '#protocol/procedure.ts'

/** A booking that may still be undone. */
type Undoable = {
  readonly orderNo: string
  readonly undo: Permission
  readonly undoUntil?: string | undefined
}

type UndoReviewProps = Partial<Stayed> & {
  readonly booking: Undoable | undefined
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
  /** What is undone, and what stays as it is. */
  readonly entries: readonly SummaryEntry[]
  /** Why there is nothing to undo. */
  readonly gone: string
  readonly submitLabel: string
  readonly backHref: string
}

/** 確認 of an undoing: what stays as it is, and until when. */
export function UndoReview(props: UndoReviewProps) {
  const { booking, note, refused, keys, entries, gone, submitLabel, backHref } = props
  if (booking === undefined)
    return (
      <RefusalNotice
        title="取り消せる予約はありません"
        reason={{ code: 'NOTHING_BOOKED', message: gone }}
      />
    )
  const { orderNo, undo, undoUntil } = booking
  return (
    <>
      <Arrival note={note} />
      <Stopped refused={refused} />
      <SummaryList
        entries={[
          ...entries,
          { term: '費用', value: '0円（かかりません）' },
          { term: '取り消せる期限', value: undoUntil && formatLimit(undoUntil) },
        ]}
      />
      {undo.allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={`undo.${orderNo}`}
          values={{ intent: 'undo', orderNo }}
          submitLabel={submitLabel}
          back={{ href: backHref, label: '取り消さずに戻る' }}
        />
      ) : (
        <RefusalNotice reason={undo} title="この予約は取り消せません" />
      )}
    </>
  )
}
